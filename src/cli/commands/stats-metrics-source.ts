// Opens the sessions that `clew stats --metrics` measures, one after another, so that no two are held in memory.
import { Refusal } from '../../base/refusal.ts';
import { assignAgents } from '../../disk/assign-agents.ts';
import { findHomes } from '../../disk/find-homes.ts';
import { findSessions } from '../../disk/find-sessions.ts';
import { type Selection, selectSession } from '../../disk/select-session.ts';
import { filterFiles, glanceFiles } from '../../load/glance-files.ts';
import { measureSession, type SessionWork } from '../../load/measure-session.ts';
import { openSession } from '../../load/open-session.ts';
import { type CommandInput, textFlag } from '../command.ts';
import type { CliContext } from '../context.ts';
import { machineOf } from '../machine-of.ts';
import { ProgressLine } from '../progress-line.ts';
import { readSpan } from '../read-flags.ts';

export interface MeasuredSession extends SessionWork {
  readonly sessionId: string;
  readonly file: string;
}

export async function measureSessions(context: CliContext, input: CommandInput): Promise<MeasuredSession[]> {
  const machine = machineOf(context);
  const homes = await findHomes(machine, input.homes);
  const selections: Selection[] = [];
  for (const selector of input.args) selections.push(await selectSession(selector, { homes, machine }));
  if (input.args.length === 0) selections.push(...(await selectAll(context, input, homes)));
  const measured: MeasuredSession[] = [];
  const progress = new ProgressLine(context, input);
  for (const [i, selection] of selections.entries()) {
    progress.show(() => `measuring session ${i + 1} of ${selections.length}`);
    const session = await measureSelection(selection, input.args.length > 0);
    if (session) measured.push(session);
  }
  progress.clear();
  return measured;
}

async function selectAll(
  context: CliContext,
  input: CommandInput,
  homes: readonly string[],
): Promise<Selection[]> {
  const { sessions } = await assignAgents(await findSessions(homes));
  const files = filterFiles(await glanceFiles(sessions), {
    project: textFlag(input, 'project'),
    ...readSpan(context, input),
  });
  return files.map(({ session }) => ({ kind: 'session', file: session.file, session }));
}

async function measureSelection(selection: Selection, named: boolean): Promise<MeasuredSession | undefined> {
  try {
    const session = await openSession(selection);
    return { sessionId: session.sessionId, file: session.file, ...measureSession(session) };
  } catch (error) {
    // A file that vanished since it was listed is not there to be measured.
    if (named || !(error instanceof Refusal)) throw error;
    return undefined;
  }
}
