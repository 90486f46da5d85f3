// Slims sessions without loss: takes out the lines that no client reads back, and keeps the whole file, compressed, for undo.
import { isDeepStrictEqual } from 'node:util';
import { MEASURED_CLIENTS } from '../context/client-behaviour.ts';
import { predictResume } from '../context/predict-resume.ts';
import type { SessionFile } from '../disk/list-project.ts';
import { readLines } from '../load/read-lines.ts';
import type { Line } from '../log/line.ts';
import { listBelongings } from './belongings.ts';
import { ChangeSet } from './change-set.ts';
import { finishChanges, type HousekeepingOptions, type HousekeepingReport } from './finish-changes.ts';
import { HomeViews } from './home-view.ts';
import { recoverReceipts } from './recover-receipts.ts';
import { refuseLive } from './refuse-live.ts';
import { rewriteFile } from './rewrite-log.ts';

export interface SlimmedFile {
  readonly file: string;
  readonly lines: number;
  readonly bytes: number;
}

/** Which lines were taken out. */
export interface SlimReport extends HousekeepingReport {
  readonly slimmed: readonly SlimmedFile[];
}

/** Takes out lines without which every measured client sends the same. */
export async function slimSessions(
  sessions: readonly SessionFile[],
  options: HousekeepingOptions,
): Promise<SlimReport> {
  if (!options.dryRun) await recoverReceipts(options.dataDir);
  const slimmed: SlimmedFile[] = [];
  const views = new HomeViews();
  const sessionIds: string[] = [];
  const plans: { file: string; main: boolean; gone: ReadonlySet<number> }[] = [];
  for (const session of sessions) {
    for (const { file, role } of (await listBelongings(session, views)).files) {
      if (!file.endsWith('.jsonl')) continue;
      const lines = await readLines(file);
      const gone = findDispensable(lines);
      if (gone.size === 0) continue;
      if (!options.force && !options.dryRun) await refuseLive({ ...session, file }, options.now());
      const bytes = lines.reduce((sum, { place }) => sum + (gone.has(place.line) ? place.length + 1 : 0), 0);
      slimmed.push({ file, lines: gone.size, bytes });
      plans.push({ file, main: role === 'main', gone });
      if (sessionIds.at(-1) !== session.sessionId) sessionIds.push(session.sessionId);
    }
  }
  const changes = new ChangeSet({ ...options, action: 'slim', sessionIds, compressed: true });
  for (const { file, main, gone } of plans)
    changes.replace(file, () => rewriteFile(file, ({ place }) => (gone.has(place.line) ? null : undefined)), {
      main,
    });
  const bytes = slimmed.reduce((sum, one) => sum + one.bytes, 0);
  return { ...(await finishChanges(changes, { action: 'slim', sessionIds, bytes }, options)), slimmed };
}

/**
 * The numbers of the lines that can go: logs of requests [E5], and reports of progress that nothing hangs on and that no
 * accounting needs [K3]. They go only if every measured client would send the same without them.
 */
export function findDispensable(lines: readonly Line[]): Set<number> {
  const parents = new Set<unknown>();
  for (const line of lines) {
    if (line.kind !== 'entry') continue;
    for (const key of ['parentUuid', 'logicalParentUuid', 'leafUuid']) parents.add(line.value[key]);
  }
  const gone = new Set<number>();
  for (const line of lines) {
    if (line.kind !== 'entry') continue;
    const { type, uuid, data } = line.value;
    const isLog =
      typeof type === 'string' && /^api-request(?:-shape|-blob)?$/.test(type) && uuid === undefined;
    const isIdle = type === 'progress' && !parents.has(uuid) && !/"usage"/.test(JSON.stringify(data ?? null));
    if (isLog || isIdle) gone.add(line.place.line);
  }
  if (gone.size === 0) return gone;
  const rest = lines.filter(({ place }) => !gone.has(place.line));
  return MEASURED_CLIENTS.every((client) => sendsTheSame(lines, rest, client)) ? gone : new Set();
}

function sendsTheSame(before: readonly Line[], after: readonly Line[], client: string): boolean {
  const [was, is] = [before, after].map((lines) => predictResume(lines, { client, compare: false }));
  const messagesOf = (one: typeof was): unknown => one?.messages.map(({ role, content }) => [role, content]);
  return was?.leaf?.value.uuid === is?.leaf?.value.uuid && isDeepStrictEqual(messagesOf(was), messagesOf(is));
}
