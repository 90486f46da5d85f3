// Runs one command as the command line would, with a made-up terminal and clock, and catches what it prints.
import { Refusal } from '../../src/base/refusal.ts';
import { buildProgram } from '../../src/cli/build-program.ts';
import type { CommandSpec } from '../../src/cli/command.ts';
import type { CliContext } from '../../src/cli/context.ts';

export interface RunResult {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** `words` are what follows the command's name. A refusal becomes exit code 2 and its sentence, as in main. */
export async function runSpec(
  spec: CommandSpec,
  words: readonly string[],
  over: Partial<CliContext> = {},
): Promise<RunResult> {
  let [code, out, err] = [0, '', ''];
  const context: CliContext = {
    env: {},
    homeDirectory: '/nowhere',
    cwd: process.cwd(),
    now: () => new Date('2026-03-04T12:00:00Z'),
    terminal: false,
    columns: 80,
    rows: 24,
    color: false,
    progress: false,
    print: async (text) => {
      out += text;
    },
    printError: (text) => {
      err += text;
    },
    ...over,
  };
  try {
    const program = buildProgram(spec, context, (result) => {
      code = result;
    });
    await program.parseAsync([spec.name, ...words], { from: 'user' });
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { code: 2, out, err: `${err}${error.message} ${error.hint ?? ''}` };
  }
  return { code, out, err };
}
