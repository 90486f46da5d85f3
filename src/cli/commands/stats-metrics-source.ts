// Opens the sessions that `clew stats --metrics` measures, one after another, so that no two are held in memory.
import { Refusal } from '../../base/refusal.ts';
import { assignAgents } from '../../disk/assign-agents.ts';
import { findHomes } from '../../disk/find-homes.ts';
import { findSessions } from '../../disk/find-sessions.ts';
import type { DiskProblem } from '../../disk/list-folder.ts';
import type { Selection } from '../../disk/select-session.ts';
import { filterFiles, glanceFiles } from '../../load/glance-files.ts';
import { modifiedOf } from '../../load/group-projects.ts';
import { measureSessionWork, type SessionWork } from '../../load/measure-session-work.ts';
import { openSession } from '../../load/open-session.ts';
import { type CommandInput, textFlag } from '../command.ts';
import type { CliContext } from '../context.ts';
import { machineOf } from '../machine-of.ts';
import { ProgressLine } from '../progress-line.ts';
import { remark } from '../remark.ts';
import { selectSeveral } from '../select-several.ts';
import { readTimes } from './stats-options.ts';

export interface MeasuredSession extends SessionWork {
  readonly sessionId: string;
  readonly file: string;
}

export async function measureSessions(context: CliContext, input: CommandInput): Promise<MeasuredSession[]> {
  const named = input.args.length > 0;
  const selections = named ? await selectSeveral(context, input) : await selectAll(context, input);
  const measured: MeasuredSession[] = [];
  const problems: DiskProblem[] = [];
  const progress = new ProgressLine(context, input);
  for (const [i, selection] of selections.entries()) {
    progress.show(() => `measuring session ${i + 1} of ${selections.length}`);
    const session = await measureSelection(selection, named, problems);
    if (session) measured.push(session);
  }
  progress.clear();
  for (const { message } of problems) remark(context, input, message);
  return measured;
}

async function selectAll(context: CliContext, input: CommandInput): Promise<Selection[]> {
  const homes = await findHomes(machineOf(context), input.homes);
  const { sessions, problems } = await assignAgents(await findSessions(homes));
  for (const { message } of problems) remark(context, input, message);
  const inTime = readTimes(context, input);
  const files = filterFiles(await glanceFiles(sessions), { project: textFlag(input, 'project') });
  const fitting = inTime ? files.filter((file) => inTime({ time: modifiedOf(file) })) : files;
  return fitting.map(({ session }) => ({ kind: 'session', file: session.file, session }));
}

async function measureSelection(
  selection: Selection,
  named: boolean,
  problems: DiskProblem[],
): Promise<MeasuredSession | undefined> {
  try {
    const session = await openSession(selection);
    problems.push(...(session.problems ?? []));
    return { sessionId: session.sessionId, file: session.file, ...measureSessionWork(session) };
  } catch (error) {
    // A file that vanished since it was listed is not there to be measured.
    if (named || !(error instanceof Refusal)) throw error;
    return undefined;
  }
}
