// The sessions that a command was given by name, each once, in the order they were named.
import { findHomes } from '../disk/find-homes.ts';
import { findSessions } from '../disk/find-sessions.ts';
import { type Selection, selectSession } from '../disk/select-session.ts';
import type { CommandInput } from './command.ts';
import type { CliContext } from './context.ts';
import { machineOf } from './machine-of.ts';

export async function selectSeveral(
  context: CliContext,
  input: CommandInput,
  selectors: readonly string[] = input.args,
): Promise<Selection[]> {
  const machine = machineOf(context);
  const homes = await findHomes(machine, input.homes);
  // A single one may be a path, which needs no listing; several share one.
  const listing = selectors.length > 1 ? await findSessions(homes) : undefined;
  const files = new Map<string, Selection>();
  for (const selector of selectors) {
    const selection = await selectSession(selector, { homes, machine, ...(listing && { listing }) });
    files.set(selection.file, selection);
  }
  return [...files.values()];
}
