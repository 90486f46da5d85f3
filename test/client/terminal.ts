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
/** The box's sign is `>` in older clients, `❯` in newer ones, and `!` for a shell line. */
const BOX = /^[│\s]*[>❯!]/;

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
    await terminal.waitFor(new RegExp(BOX, 'm'), 20_000).catch(async (error) => {
      await terminal.close();
      throw error;
    });
    return terminal;
  }

  /**
   * Types a line and sends it. A client that is busy drawing swallows Enter or takes it as part of a paste:
   * so it waits for a still screen first, and presses again for as long as the line stays in the box.
   */
  async enter(text: string): Promise<void> {
    await this.settle();
    await this.type(text);
    await this.waitFor(new RegExp(literal(text.slice(-20))));
    for (let tries = 0; tries < 6; tries++) {
      await sleep(250);
      await this.press('Enter');
      await sleep(400);
      if (!this.#boxOf(await this.screen()).includes(text.slice(-20))) return;
    }
    throw new Error(`"${text}" could not be sent:\n${await this.screen()}`);
  }

  /** Waits until the screen has not changed for a while: turns are drawn and the box listens. */
  async settle(still = 500, timeout = 5_000): Promise<void> {
    const end = performance.now() + timeout;
    let before = await this.screen();
    for (let since = performance.now(); performance.now() < end && performance.now() - since < still; ) {
      await sleep(100);
      const now = await this.screen();
      if (now !== before) since = performance.now();
      before = now;
    }
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

  /** The last line with a prompt sign, which is the input box. */
  #boxOf(screen: string): string {
    return screen.split('\n').findLast((line) => BOX.test(line)) ?? '';
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

function literal(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
