// What a scenario is: a scripted conversation that a real client is driven through, leaving a session file.
import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { compareVersions } from '../../src/base/compare-versions.ts';
import type { AnswerBlock, ApiScript, LoggedRequest } from './api-script.ts';
import type { Client } from './install.ts';
import type { Namespace } from './namespace.ts';
import { type ClientRun, runClient } from './run-client.ts';
import { listSessionFiles, readRequests, type Scratch } from './scratch.ts';
import { Terminal } from './terminal.ts';

export interface Scenario {
  /** The name of its file. */
  readonly name: string;
  readonly interactive?: boolean;
  /** Why a version cannot do this; undefined when it can. */
  readonly missing?: (version: string) => string | undefined;
  /** What the session file must hold; without it the scenario did not happen. */
  readonly leaves: RegExp;
  readonly run: (lab: Lab) => Promise<Produced>;
}

export interface Produced {
  readonly sessionId: string;
  /** The session to resume. */
  readonly file: string;
  /** All session files of the project, older copies and originals of forks among them. */
  readonly files: readonly string[];
  readonly requests: readonly LoggedRequest[];
}

/** One client with one scratch home, as a scenario sees it. */
export class Lab {
  readonly client: Client;
  readonly scratch: Scratch;
  readonly #namespace: Namespace;

  constructor(namespace: Namespace, client: Client, scratch: Scratch) {
    this.#namespace = namespace;
    this.client = client;
    this.scratch = scratch;
  }

  /** True from that version on. */
  from(version: string): boolean {
    return compareVersions(this.client.version, version) >= 0;
  }

  /** A `-p` run with the tools of the scenarios allowed; it must end well unless `mayFail`. */
  async print(
    prompt: string,
    script: ApiScript,
    options: { args?: readonly string[]; input?: string; mayFail?: boolean } = {},
  ): Promise<ClientRun> {
    const tools = ['--allowedTools', 'Bash,Read,Write,Edit,Task,Agent,mcp__lab__echo'];
    const args = ['-p', ...(prompt === '' ? [] : [prompt]), ...tools, ...(options.args ?? [])];
    const { client, scratch } = this;
    const input = options.input === undefined ? {} : { input: options.input };
    const run = await runClient(this.#namespace, { client, scratch, script, args, ...input });
    if (run.code !== 0 && !options.mayFail) {
      throw new Error(`the client ended with ${run.code} (${run.ended}): ${run.stdout}\n${run.stderr}`);
    }
    return run;
  }

  /** An interactive client for the time of `drive`; it is closed whatever happens. */
  async terminal(script: ApiScript, drive: (terminal: Terminal) => Promise<void>): Promise<void> {
    // The newest clients start in a mode that asks the API's server about each call, whatever is allowed.
    const args = ['--permission-mode', 'default', '--allowedTools', 'Bash'];
    const { client, scratch } = this;
    const terminal = await Terminal.open(this.#namespace, { client, scratch, script, args });
    try {
      await drive(terminal);
    } finally {
      await terminal.close();
    }
  }

  /** Waits until the model has been asked something that holds this text. */
  async waitForRequest(words: string, timeout = 10_000): Promise<void> {
    const end = performance.now() + timeout;
    while (performance.now() < end) {
      const requests = await readRequests(this.scratch);
      if (
        requests.some(({ kind, body }) => kind === 'agent' && JSON.stringify(body.messages).includes(words))
      )
        return;
      await sleep(100);
    }
    throw new Error(`no request with "${words}" came in ${timeout} ms`);
  }

  pause(ms: number): Promise<void> {
    return sleep(ms);
  }

  /** The session written last, which is what a scenario hands over. */
  async produced(): Promise<Produced> {
    const files = await listSessionFiles(this.scratch);
    const dated = await Promise.all(files.map(async (file) => ({ file, ...(await stat(file)) })));
    const written = dated.filter(({ size }) => size > 0).sort((a, b) => a.mtimeMs - b.mtimeMs);
    const file = written.at(-1)?.file;
    if (file === undefined) throw new Error('the client wrote no session');
    return { sessionId: basename(file, '.jsonl'), file, files, requests: await readRequests(this.scratch) };
  }

  /** The id of the session written last, for the next `--resume`. */
  async sessionId(): Promise<string> {
    return (await this.produced()).sessionId;
  }

  /** The tool that starts an agent. */
  get agentTool(): string {
    return this.from('2.1.63') ? 'Agent' : 'Task';
  }
}

export function text(words: string): AnswerBlock {
  return { type: 'text', text: words };
}

export function thinking(words: string): AnswerBlock {
  return { type: 'thinking', thinking: words, signature: 'bWFkZS11cA==' };
}

export function use(name: string, input: object): AnswerBlock {
  return { type: 'tool_use', name, input };
}

export function bash(command: string): AnswerBlock {
  return use('Bash', { command, description: `Run ${command.slice(0, 20)}` });
}
