// Moves sessions to another project: the folder they lie in, the directory their lines name, the index and the history.
import { dirname, join } from 'node:path';
import { encodeUtf8 } from '../base/bytes.ts';
import type { JsonObject } from '../base/json.ts';
import { Refusal } from '../base/refusal.ts';
import type { SessionFile } from '../disk/list-project.ts';
import { quoteName } from '../disk/quote-name.ts';
import { openByteSource } from '../disk/read-file.ts';
import { readSideFile } from '../disk/read-side-file.ts';
import { slugOf } from '../disk/slug.ts';
import { type Belonging, type Belongings, listBelongings } from './belongings.ts';
import { ChangeSet } from './change-set.ts';
import { finishChanges, type HousekeepingOptions, type HousekeepingReport } from './finish-changes.ts';
import { HomeViews } from './home-view.ts';
import { type LineMap, mapLinePaths } from './map-paths.ts';
import { projectPathOf } from './project-path.ts';
import { recoverReceipts } from './recover-receipts.ts';
import { refuseLive } from './refuse-live.ts';
import { rewriteEntries, rewriteFile } from './rewrite-log.ts';
import { indexRemovals, listIndex, writeIndex } from './sessions-index.ts';

/** Where to move sessions to. */
export interface MoveOptions extends HousekeepingOptions {
  /** The absolute path of the project they shall belong to. */
  readonly to: string;
}

/** What was moved from where to where. */
export interface MoveReport extends HousekeepingReport {
  readonly moved: readonly { readonly sessionId: string; readonly from: string; readonly file: string }[];
}

/** Moves sessions to another project, with all that belongs to them. */
export async function moveSessions(
  sessions: readonly SessionFile[],
  options: MoveOptions,
): Promise<MoveReport> {
  if (!options.dryRun) await recoverReceipts(options.dataDir);
  const views = new HomeViews();
  const sessionIds = sessions.map(({ sessionId }) => sessionId);
  const changes = new ChangeSet({ ...options, action: 'mv', sessionIds });
  const leaving = indexRemovals();
  const arriving = new Map<string, JsonObject[]>();
  const moved: MoveReport['moved'][number][] = [];
  let bytes = 0;
  for (const session of sessions) {
    if (!options.force && !options.dryRun) await refuseLive(session, options.now());
    const plan = await planMove(session, options, changes, views);
    bytes += plan.all.files.reduce((sum, file) => sum + file.bytes, 0);
    moved.push({ sessionId: session.sessionId, from: plan.from, file: plan.file });
    const { index } = plan.all;
    if (!index || plan.folder === dirname(index.file)) continue;
    leaving.add(index, session.sessionId);
    const target = join(plan.folder, 'sessions-index.json');
    const entry: JsonObject = { ...index.entry, fullPath: plan.file, projectPath: options.to };
    arriving.set(target, [...(arriving.get(target) ?? []), entry]);
  }
  leaving.plan(changes);
  for (const [file, entries] of arriving) await addToIndex(file, entries, changes);
  return { ...(await finishChanges(changes, { action: 'mv', sessionIds, bytes }, options)), moved };
}

interface MovePlan {
  readonly all: Belongings;
  readonly from: string;
  readonly folder: string;
  readonly file: string;
}

async function planMove(
  session: SessionFile,
  options: MoveOptions,
  changes: ChangeSet,
  views: HomeViews,
): Promise<MovePlan> {
  const { home, project, sessionId } = session;
  const from = await projectPathOf(session.file);
  if (from === undefined) {
    throw new Refusal(
      'no-project-path',
      `No line of ${quoteName(sessionId)} names the directory it ran in.`,
      'Nothing was changed.',
    );
  }
  const folder = join(home, 'projects', slugOf(options.to));
  const file = join(folder, `${sessionId}.jsonl`);
  if (file === session.file && from === options.to) {
    throw new Refusal(
      'already-there',
      `${quoteName(sessionId)} belongs to ${quoteName(options.to)} already.`,
      'Name another directory: --to DIR.',
    );
  }
  const own = join(home, 'projects', project, sessionId);
  const map: LineMap = {
    folders: [[from, options.to]],
    files: folder === join(home, 'projects', project) ? [] : [[own, join(folder, sessionId)]],
  };
  const all = await listBelongings(session, views);
  for (const belonging of all.files) planFile(belonging, { folder, sessionId, map }, changes);
  if (map.files.length > 0)
    for (const one of all.folders.filter((path) => path.startsWith(own))) changes.removeFolder(one);
  changes.editLines(all.history.file, mapHistory(all, map));
  return { all, from, folder, file };
}

function planFile(
  { role, path, file }: Belonging,
  { folder, sessionId, map }: { folder: string; sessionId: string; map: LineMap },
  changes: ChangeSet,
): void {
  // Elsewhere in the home files go by the session's id alone.
  if (role === 'home') return;
  const to = role === 'own' ? join(folder, sessionId, ...path) : join(folder, ...path);
  const main = role === 'main';
  const rewrite = rewriteEntries((value) => mapLinePaths(value, map));
  const chunks = () => (file.endsWith('.jsonl') ? rewriteFile(file, rewrite) : openByteSource(file));
  if (to === file) {
    if (file.endsWith('.jsonl')) changes.replace(file, chunks, { main });
    return;
  }
  changes.create(to, chunks, { main, like: file });
  changes.remove(file, { main });
}

function mapHistory(all: Belongings, map: LineMap): { line: number; before: string; after: string }[] {
  return all.history.lines.flatMap(({ line, text }) => {
    const rewrite = rewriteText(text, map);
    return rewrite === text ? [] : [{ line, before: text, after: rewrite }];
  });
}

function rewriteText(text: string, map: LineMap): string {
  const value = JSON.parse(text) as JsonObject;
  const project = mapLinePaths(value, map).project;
  // The key stands once and its value is a path: the text is changed in that place alone.
  const [from, to] = [JSON.stringify(value.project), JSON.stringify(project)];
  return from === to ? text : text.replace(`"project":${from}`, () => `"project":${to}`);
}

async function addToIndex(file: string, entries: readonly JsonObject[], changes: ChangeSet): Promise<void> {
  // Without an index the client reads the files themselves; we do not begin one.
  const text = await readSideFile(file);
  if (text === undefined) return;
  const known = listIndex(text);
  if (known.length === 0 && !text.includes('"entries"')) return;
  changes.replace(file, () => [encodeUtf8(writeIndex(text, [...known, ...entries]))], { optional: true });
}
