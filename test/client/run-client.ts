// Runs a real client once, non-interactively, in a namespace against a scripted API.
import type { ApiScript, LoggedRequest } from './api-script.ts';
import type { Client } from './install.ts';
import type { Namespace, RunEnd } from './namespace.ts';
import { clientEnvironment, listSessionFiles, readRequests, type Scratch } from './scratch.ts';

export interface ClientRun extends RunEnd {
  /** The requests of this run only. */
  readonly requests: readonly LoggedRequest[];
  /** All session files now in the scratch project. */
  readonly files: readonly string[];
}

export interface RunOptions {
  readonly client: Client;
  readonly scratch: Scratch;
  readonly script?: ApiScript;
  /** Arguments of the client, `-p` and its prompt among them. */
  readonly args: readonly string[];
  readonly input?: string;
  readonly timeout?: number;
  readonly stopAt?: string;
  readonly env?: Readonly<Record<string, string>>;
}

export async function runClient(namespace: Namespace, options: RunOptions): Promise<ClientRun> {
  const { client, scratch } = options;
  const before = (await readRequests(scratch)).length;
  const port = await namespace.openApi(options.script ?? {}, scratch.log);
  try {
    const end = await namespace.run({
      command: [...client.command, ...options.args],
      cwd: scratch.project,
      env: { ...clientEnvironment(scratch, port), ...options.env },
      timeout: options.timeout ?? 60_000,
      port,
      ...(options.input === undefined ? {} : { input: options.input }),
      ...(options.stopAt === undefined ? {} : { stopAt: options.stopAt }),
    });
    const requests = (await readRequests(scratch)).slice(before);
    return { ...end, requests, files: await listSessionFiles(scratch) };
  } finally {
    await namespace.closeApi(port);
  }
}
