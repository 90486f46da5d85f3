// What a command says on stderr beside its output: in one sentence what it met, and what helps. `--quiet` silences it.
import { stripToLine } from '../base/strip-controls.ts';
import { noSessionsRefusal } from '../disk/refuse-selector.ts';
import type { CommandInput } from './command.ts';
import type { CliContext } from './context.ts';

export function remark(context: CliContext, input: CommandInput, sentence: string, hint?: string): void {
  if (input.quiet) return;
  context.printError(`clew: ${stripToLine(sentence)}\n${hint === undefined ? '' : `      ${hint}\n`}`);
}

/** Returns the exit code for nothing that matched. */
export function remarkNoSessions(context: CliContext, input: CommandInput, homes: readonly string[]): 1 {
  const { message, hint } = noSessionsRefusal(homes);
  remark(context, input, message, hint);
  return 1;
}
