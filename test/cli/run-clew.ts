// Runs the command line in this process, as a pipe or as a terminal, and returns what it printed.
import type { CliContext } from '../../src/cli/context.ts';
import { main } from '../../src/cli/main.ts';

export interface ClewRun {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

export async function runClew(
  words: readonly string[],
  overrides: Partial<CliContext> = {},
): Promise<ClewRun> {
  let out = '';
  let err = '';
  const code = await main(words, {
    env: {},
    homeDirectory: '/nonexistent',
    cwd: process.cwd(),
    now: () => new Date('2026-03-04T12:00:00Z'),
    terminal: false,
    columns: 80,
    rows: 24,
    color: false,
    progress: false,
    print: async (text) => {
      out += typeof text === 'string' ? text : Buffer.from(text).toString('latin1');
    },
    printError: (text) => {
      err += text;
    },
    ...overrides,
  });
  return { code, out, err };
}
