// Prints long text through the person's pager: short text goes straight to the terminal, a pipe never sees a pager.
import { spawn } from 'node:child_process';
import type { CliContext } from './context.ts';

export interface Output {
  readonly write: (text: string) => Promise<void>;
  /** True once the reader has gone: nothing more needs to be made. */
  readonly closed: () => boolean;
  /** Flushes, and waits until the pager is left. */
  readonly end: () => Promise<void>;
}

export interface PagerOptions {
  /** False for `--no-pager`. */
  readonly wanted: boolean;
  /** Lines of the screen. */
  readonly rows: number;
  readonly start?: typeof startPager;
}

/** Output for reading: paged where stdout is a terminal and the text is longer than the screen. */
export function openOutput(context: CliContext, options: PagerOptions): Output {
  const command = pagerCommand(context.env);
  if (!context.terminal || !options.wanted || command === undefined) {
    return { write: context.print, closed: () => false, end: async () => {} };
  }
  return pagedOutput(context, command, options);
}

const DEFAULT_PAGER = 'less -R -F -X';

/** The pager to run; undefined where the person wants none: an empty `$PAGER`, or `cat`. */
export function pagerCommand(env: CliContext['env']): string | undefined {
  const wanted = (env.PAGER ?? DEFAULT_PAGER).trim();
  return wanted === '' || wanted === 'cat' || env.TERM === 'dumb' ? undefined : wanted;
}

export interface Pager {
  /** False if the pager is gone or could not be started. */
  readonly write: (text: string) => Promise<boolean>;
  /** Waits until the pager is left. False if it could not be started at all. */
  readonly end: () => Promise<boolean>;
}

// More than a pipe takes before anyone reads it: what a pager that is not there can have swallowed.
const MOST_KEPT = 1 << 20;

function pagedOutput(context: CliContext, command: string, options: PagerOptions): Output {
  const start = options.start ?? startPager;
  let kept = '';
  let lines = 0;
  let state: 'held' | 'paged' | 'direct' | 'closed' = 'held';
  let pager: Pager | undefined;
  // The pager has gone: left by the person, or not installed at all; then the text goes straight to the terminal.
  const leave = async (): Promise<void> => {
    const found = pager ? await pager.end() : false;
    state = found ? 'closed' : 'direct';
    if (!found && kept !== '') await context.print(kept);
    kept = '';
  };
  return {
    closed: () => state === 'closed',
    write: async (text) => {
      if (state === 'direct') return context.print(text);
      if (state === 'closed') return;
      if (kept.length < MOST_KEPT) kept += text;
      if (state === 'paged') {
        if (!(await pager?.write(text))) await leave();
        return;
      }
      for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) lines++;
      // The prompt that comes back takes a line too.
      if (lines < options.rows) return;
      pager = start(command, context.env);
      state = 'paged';
      if (!(await pager.write(kept))) await leave();
    },
    end: async () => {
      if (state === 'held' || state === 'paged') await leave();
    },
  };
}

/** Starts a pager by the shell, as `$PAGER` may hold flags and quotes; it writes to the terminal itself. */
function startPager(command: string, env: CliContext['env']): Pager {
  const child = spawn(command, {
    shell: true,
    stdio: ['pipe', 'inherit', 'inherit'],
    env: { ...env, LESS: env.LESS ?? 'FRX' },
  });
  // Ctrl-C belongs to the pager while it is on the screen.
  const ignore = (): void => {};
  process.on('SIGINT', ignore);
  const { stdin } = child;
  let gone = false;
  stdin.on('error', () => {
    gone = true;
  });
  const left = new Promise<number | null>((done) => {
    child.on('error', () => done(NOT_FOUND));
    child.on('close', (code) => done(code));
  }).finally(() => {
    gone = true;
    process.off('SIGINT', ignore);
  });
  return {
    write: (text) =>
      new Promise((done) => {
        if (gone) done(false);
        else if (stdin.write(text)) done(true);
        else {
          const settle = (): void => {
            stdin.off('drain', settle).off('close', settle);
            done(!gone && !stdin.destroyed);
          };
          stdin.on('drain', settle).on('close', settle);
        }
      }),
    end: async () => {
      stdin.end();
      return (await left) !== NOT_FOUND;
    },
  };
}

/** What the shell returns for a command that is not there. */
const NOT_FOUND = 127;
