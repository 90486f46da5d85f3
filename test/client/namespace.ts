// A network namespace where only loopback exists, with a host process that starts APIs and clients inside it.
import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { ApiScript } from './api-script.ts';

export interface RunRequest {
  readonly command: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly input?: string;
  readonly timeout: number;
  /** Port of the API whose requests `stopAt` watches. */
  readonly port?: number;
  /** Kill the client once it asks with this text in its last user message, or asks for a compaction. */
  readonly stopAt?: string;
}

export interface RunEnd {
  readonly code: number | null;
  readonly ended: 'exit' | 'timeout' | 'request';
  readonly ms: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Also a pid namespace: whatever a client leaves running dies with the host. */
export function unshareCommand(): readonly [string, ...string[]] {
  const shared = ['--net', '--pid', '--fork', '--kill-child'];
  return process.getuid?.() === 0 ? ['unshare', ...shared] : ['unshare', '--map-root-user', ...shared];
}

export class Namespace {
  readonly #host: ChildProcess;
  readonly #waiting: Map<number, { done(value: unknown): void; fail(error: Error): void }> = new Map();
  #last = 0;

  constructor() {
    const [unshare, ...flags] = unshareCommand();
    const host = fileURLToPath(new URL('namespace-host.mjs', import.meta.url));
    // bash is the namespace's first process, because it reaps what clients leave behind and node does not.
    const shell = ['bash', '-c', '"$0" "$1"; exit', process.execPath, host];
    this.#host = spawn(unshare, [...flags, ...shell], {
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      env: { PATH: process.env.PATH ?? '' },
    });
    this.#host.on('message', ({ id, result, error }: { id: number; result: unknown; error?: string }) => {
      const waiting = this.#waiting.get(id);
      this.#waiting.delete(id);
      if (error === undefined) waiting?.done(result);
      else waiting?.fail(new Error(error));
    });
    const lost = (why: unknown) => {
      for (const waiting of this.#waiting.values()) waiting.fail(new Error(`the namespace is gone: ${why}`));
      this.#waiting.clear();
    };
    this.#host.on('error', lost);
    this.#host.on('exit', lost);
  }

  /** Starts an API and returns its port; its requests are appended to the file `log`. */
  openApi(script: ApiScript, log: string): Promise<number> {
    return this.#ask('openApi', { script, log });
  }

  closeApi(port: number): Promise<void> {
    return this.#ask('closeApi', { port });
  }

  run(request: RunRequest): Promise<RunEnd> {
    return this.#ask('run', request);
  }

  async close(): Promise<void> {
    if (this.#host.exitCode !== null || !this.#host.connected) return;
    const gone = new Promise((done) => this.#host.once('exit', done));
    this.#host.disconnect();
    await gone;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  #ask<T>(op: string, request: object): Promise<T> {
    const id = ++this.#last;
    return new Promise((done, fail) => {
      this.#waiting.set(id, { done: done as (value: unknown) => void, fail });
      this.#host.send({ id, op, ...request }, (error) => {
        if (error) fail(error);
      });
    });
  }
}
