// Says where a session is, whether the client's picker lists it and why not, and what helps [R7].
import { stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { quoteWord } from '../base/quote-word.ts';
import { findSessions } from '../disk/find-sessions.ts';
import type { SessionFile } from '../disk/list-project.ts';
import { slugOf, wholeSlugOf } from '../disk/slug.ts';
import { readLines } from '../load/read-lines.ts';
import type { Line } from '../log/line.ts';
import { resumeCommand } from '../session/resume-command.ts';
import { listSnapshots } from './archive-snapshot.ts';
import { projectPathOf } from './project-path.ts';
import { readReceipts } from './receipt.ts';

export interface LocateReason {
  /** What this does to the picker: `hidden` from it, or only `elsewhere` in it, or a `note`. */
  readonly effect: 'hidden' | 'elsewhere' | 'note';
  readonly why: string;
  readonly fix: string;
}

/** Where a session is, and whether the picker lists it. */
export interface Location {
  readonly sessionId: string;
  readonly file: string;
  readonly home: string;
  readonly project: string;
  readonly cwd: string | undefined;
  /** Whether the picker of the newest client shows it, when the client is started in its directory. */
  readonly listed: boolean;
  readonly reasons: readonly LocateReason[];
  /** How to go on with it, whatever the picker shows. */
  readonly resume: string;
  /** ISO times of its snapshots in the archive. */
  readonly archived: readonly string[];
}

/** Says where a session is and why the client’s picker does not list it. */
export async function locateSession(session: SessionFile, dataDir: string): Promise<Location> {
  const { sessionId, file, home, project } = session;
  const lines = await readLines(file);
  const cwd = await projectPathOf(file);
  const reasons = [
    ...contentReasons(lines, sessionId),
    ...(await placeReasons(session, cwd)),
    ...(await twinReasons(session)),
  ];
  const snapshots = (await listSnapshots(dataDir)).filter(({ bundle }) => bundle.sessionId === sessionId);
  return {
    sessionId,
    file,
    home,
    project,
    cwd,
    listed: !reasons.some(({ effect }) => effect === 'hidden'),
    reasons,
    resume: resumeCommand(sessionId, cwd),
    archived: snapshots.map(({ archived }) => archived),
  };
}

/** Where a session that is in no home any more can be got back from; undefined where clew knows nothing of it. */
export async function locateGone(id: string, dataDir: string): Promise<string | undefined> {
  const wanted = id.trim().toLowerCase();
  if (wanted.length < 4) return undefined;
  const fits = (one: string): boolean => one.toLowerCase().startsWith(wanted);
  const receipt = (await readReceipts(dataDir)).findLast(
    (one) =>
      (one.action === 'rm' || one.action === 'archive') && one.state === 'done' && one.sessionIds.some(fits),
  );
  if (receipt?.action === 'rm') return `It was removed by clew: clew undo ${receipt.id}`;
  const snapshot = (await listSnapshots(dataDir)).findLast(({ bundle }) => fits(bundle.sessionId));
  return snapshot && `It is in the archive: clew restore ${quoteWord(snapshot.bundle.sessionId)}`;
}

function contentReasons(lines: readonly Line[], sessionId: string): LocateReason[] {
  const spoken = lines.flatMap((line) =>
    line.kind === 'entry' && (line.value.type === 'user' || line.value.type === 'assistant')
      ? [line.value]
      : [],
  );
  if (spoken.length === 0) {
    const why = 'No line in it is a prompt or an answer [F4].';
    return [{ effect: 'hidden', why, fix: 'There is no conversation to resume.' }];
  }
  const reasons: LocateReason[] = [];
  if (spoken.every(({ isSidechain }) => isSidechain === true)) {
    const why = 'All of it is the work of a sub-agent, which no client lists.';
    reasons.push({ effect: 'hidden', why, fix: 'Resume the session that started the agent.' });
  }
  const printed = spoken.filter(({ entrypoint }) => entrypoint === 'sdk-cli').length;
  if (printed > 0) {
    reasons.push({
      effect: printed === spoken.length ? 'hidden' : 'note',
      why: `${printed === spoken.length ? 'It' : 'A part of it'} was written by \`claude -p\` or the SDK (entrypoint "sdk-cli"), which newer clients leave out of the picker [R7].`,
      fix: `Resume it by its id: ${resumeCommand(sessionId)}`,
    });
  }
  if (spoken.some(({ teamName }) => typeof teamName === 'string' && teamName !== '')) {
    const why = 'It belongs to a team (teamName), and newer clients leave those out of the picker [R7].';
    reasons.push({ effect: 'hidden', why, fix: `Resume it by its id: ${resumeCommand(sessionId)}` });
  }
  return reasons;
}

async function placeReasons(
  { sessionId, project }: SessionFile,
  cwd: string | undefined,
): Promise<LocateReason[]> {
  if (cwd === undefined) {
    const why = 'No line names the directory it ran in.';
    return [
      { effect: 'note', why, fix: 'Start the client in the directory that the project folder is named for.' },
    ];
  }
  const reasons: LocateReason[] = [];
  if (slugOf(cwd) !== project && wholeSlugOf(cwd) !== project) {
    reasons.push({
      effect: 'elsewhere',
      why: `Its folder is ${project}, but its lines name ${cwd}: started there, the client does not look here [F1].`,
      fix: `clew mv ${quoteWord(sessionId.slice(0, 8))} --to ${quoteWord(cwd)}`,
    });
  }
  if (!(await stat(cwd).catch(() => undefined))?.isDirectory()) {
    reasons.push({
      effect: 'elsewhere',
      why: `The directory ${cwd} is gone, so the client cannot be started in it.`,
      fix: `Say where the project is now: clew mv ${quoteWord(sessionId.slice(0, 8))} --to NEW-PATH`,
    });
  }
  return reasons;
}

async function twinReasons({ home, sessionId, file }: SessionFile): Promise<LocateReason[]> {
  const { sessions } = await findSessions([home]);
  const twins = sessions.filter((one) => one.sessionId === sessionId && one.file !== file);
  return twins.map((twin) => ({
    effect: 'note' as const,
    why: `Another file has the same id: it lies in ${dirname(twin.file)}.`,
    fix: 'Keep the newer one, or make a clone of one of them: clew clone PATH',
  }));
}
