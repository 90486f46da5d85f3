// What most commands begin with: the homes, the session that was named, and its files opened into the model.
import { findHomes } from '../disk/find-homes.ts';
import type { Machine } from '../disk/machine.ts';
import { type Selection, selectSession } from '../disk/select-session.ts';
import { type OpenSession, type OpenThread, openSession, openThread } from '../load/open-session.ts';
import type { CollectOptions } from '../log/read-log.ts';
import type { CommandInput } from './command.ts';
import type { CliContext } from './context.ts';
import { machineOf } from './machine-of.ts';
import { remark } from './remark.ts';

export interface OpenSelected {
  readonly machine: Machine;
  readonly selection: Selection;
  readonly session: OpenSession;
}

/** `fallback` is the selector where none was typed; an empty one is refused with a word on what to type. */
export async function openSelected(
  context: CliContext,
  input: CommandInput,
  fallback = '',
  options: CollectOptions = {},
): Promise<OpenSelected> {
  const { machine, selection } = await select(context, input, fallback);
  const session = await openSession(selection, options);
  for (const { message } of session.problems ?? []) remark(context, input, message);
  return { machine, selection, session };
}

/** The same for commands that ask nothing of the session's agents. */
export async function openSelectedThread(
  context: CliContext,
  input: CommandInput,
  fallback: string,
  options: CollectOptions,
): Promise<OpenThread> {
  const { selection } = await select(context, input, fallback);
  return openThread(selection, options);
}

async function select(
  context: CliContext,
  input: CommandInput,
  fallback: string,
): Promise<{ readonly machine: Machine; readonly selection: Selection }> {
  const machine = machineOf(context);
  const homes = await findHomes(machine, input.homes);
  return { machine, selection: await selectSession(input.args[0] ?? fallback, { homes, machine }) };
}
