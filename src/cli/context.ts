// What a command may touch of the outside world: output, terminal, environment, time. Nothing else reads process globals.
import { homedir } from 'node:os';
import type { Readable, Writable } from 'node:stream';

/** Where a person can be asked something. */
export interface Keyboard {
  readonly input: Readable;
  readonly output: Writable;
}

export interface CliContext {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly homeDirectory: string;
  readonly cwd: string;
  readonly now: () => Date;
  /** Whether stdout is a terminal, its size, and whether colour is wanted there. */
  readonly terminal: boolean;
  readonly columns: number;
  readonly rows: number;
  readonly color: boolean;
  /** Progress is shown on stderr only when that is a terminal. */
  readonly progress: boolean;
  /** Only where both stdin and stdout are a terminal; without it nothing is asked. */
  readonly keyboard?: Keyboard | undefined;
  /** Waits for a slow reader, so that gigabytes of output do not pile up in memory. */
  readonly print: (text: string | Uint8Array) => Promise<void>;
  readonly printError: (text: string) => void;
  /** Ends what would go on for ever (`clew tail`); without it, the person's Ctrl-C does. */
  readonly stop?: AbortSignal | undefined;
}

export function processContext(): CliContext {
  const { env, stdout, stderr } = process;
  // Stdin is looked at last: Node makes a stream of it first.
  const asks = stdout.isTTY === true && env.TERM !== 'dumb' && process.stdin.isTTY === true;
  return {
    env,
    homeDirectory: env.HOME ?? homedir(),
    cwd: process.cwd(),
    now: () => new Date(),
    terminal: stdout.isTTY === true,
    columns: stdout.columns ?? (Number(env.COLUMNS) || 80),
    rows: stdout.rows ?? (Number(env.LINES) || 24),
    color: wantsColor(env, stdout.isTTY === true),
    progress: stderr.isTTY === true,
    keyboard: asks ? { input: process.stdin, output: stdout } : undefined,
    print: (text) => new Promise((done) => (stdout.write(text) ? done() : stdout.once('drain', done))),
    printError: (text) => void stderr.write(text),
  };
}

/** https://no-color.org: NO_COLOR set to anything but the empty string means no colour; FORCE_COLOR wins over a pipe. */
function wantsColor(env: Readonly<Record<string, string | undefined>>, terminal: boolean): boolean {
  if (env.NO_COLOR) return false;
  if (env.FORCE_COLOR) return env.FORCE_COLOR !== '0';
  return terminal && env.TERM !== 'dumb';
}
