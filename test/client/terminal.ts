// An interactive client in a tmux of its own inside the namespace: type, press keys, read the screen.
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { ApiScript } from './api-script.ts';
import type { Client } from './install.ts';
import type { Namespace } from './namespace.ts';
import { clientEnvironment, type Scratch } from './scratch.ts';

const run = promisify(execFile);

export interface TerminalOptions {
  readonly client: Client;
  readonly scratch: Scratch;
  readonly script?: ApiScript;
  readonly args?: readonly string[];
}

export class Terminal {
  readonly #namespace: Namespace;
  readonly #socket: string;
  readonly #port: number;

  private constructor(namespace: Namespace, socket: string, port: number) {
    this.#namespace = namespace;
    this.#socket = socket;
    this.#port = port;
  }

  /** Starts the client and waits until its input box is there. */
  static async open(namespace: Namespace, options: TerminalOptions): Promise<Terminal> {
    const { client, scratch } = options;
    const port = await namespace.openApi(options.script ?? {}, scratch.log);
    const socket = join(scratch.root, 'tmux');
    const size = ['-x', '140', '-y', '50'];
    const end = await namespace.run({
      command: [
        'tmux',
        '-S',
        socket,
        '-f',
        '/dev/null',
        'new-session',
        '-d',
        ...size,
        ...client.command,
        ...(options.args ?? []),
      ],
      cwd: scratch.project,
      env: clientEnvironment(scratch, port),
      timeout: 10_000,
    });
    if (end.code !== 0) throw new Error(`tmux did not start: ${end.stderr}`);
    const terminal = new Terminal(namespace, socket, port);
    // The box's prompt sign is `>` in older clients and `❯` in newer ones.
    await terminal.waitFor(/^[│\s]*[>❯]/m, 20_000).catch(async (error) => {
      await terminal.close();
      throw error;
    });
    await sleep(300);
    return terminal;
  }

  /** Types a line and sends it. The pause keeps the client from taking text and Enter for a paste. */
  async enter(text: string): Promise<void> {
    await this.type(text);
    await sleep(250);
    await this.press('Enter');
  }

  async type(text: string): Promise<void> {
    await this.#tmux('send-keys', '-l', text);
  }

  async press(...keys: readonly string[]): Promise<void> {
    for (const key of keys) await this.#tmux('send-keys', key);
  }

  async screen(): Promise<string> {
    return (await this.#tmux('capture-pane', '-p')).replace(/\s+$/, '');
  }

  /** The screen once it shows the pattern; an error with the screen in it when it does not come in time. */
  async waitFor(pattern: RegExp, timeout = 15_000): Promise<string> {
    const end = performance.now() + timeout;
    let screen = '';
    while (performance.now() < end) {
      screen = await this.screen();
      if (pattern.test(screen)) return screen;
      await sleep(100);
    }
    throw new Error(`the screen did not show ${pattern} in ${timeout} ms:\n${screen}`);
  }

  /** Ends the client as a user would, then the tmux server whatever happened. */
  async close(): Promise<void> {
    try {
      await this.press('C-c');
      await sleep(200);
      await this.press('C-c', 'C-c');
      await this.#gone(3_000);
    } catch {
      // The session ended by itself.
    }
    await this.#tmux('kill-server').catch(() => '');
    await this.#namespace.closeApi(this.#port);
  }

  async #gone(timeout: number): Promise<void> {
    const end = performance.now() + timeout;
    while (performance.now() < end) {
      await this.#tmux('has-session');
      await sleep(100);
    }
  }

  async #tmux(...args: readonly string[]): Promise<string> {
    // tmux in here is the machine's, outside the namespace: its socket is a file, so it reaches the server inside.
    return (await run('tmux', ['-S', this.#socket, ...args])).stdout;
  }
}
