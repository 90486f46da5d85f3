// Replaces the secrets of sessions by markers, in their logs and in all that belongs to them; ids and signatures stay.
import { isUtf8 } from 'node:buffer';
import { readFile } from 'node:fs/promises';
import { parseObject } from '../base/json.ts';
import { Refusal } from '../base/refusal.ts';
import type { SessionFile } from '../disk/list-project.ts';
import { quoteName } from '../disk/quote-name.ts';
import { editJson } from '../log/edit-json.ts';
import type { Line } from '../log/line.ts';
import { lineText } from '../log/parse-line.ts';
import { maskSecrets } from '../secrets/mask-secrets.ts';
import { scrubJson } from '../secrets/scrub-json.ts';
import { type Belongings, listBelongings } from './belongings.ts';
import { ChangeSet } from './change-set.ts';
import { finishChanges, type HousekeepingOptions, type HousekeepingReport } from './finish-changes.ts';
import { HomeViews } from './home-view.ts';
import { recoverReceipts } from './recover-receipts.ts';
import { refuseLive } from './refuse-live.ts';
import { rewriteFile } from './rewrite-log.ts';
import { type PlacedSecret, scanSecrets } from './scan-secrets.ts';
import { IndexEdits } from './sessions-index.ts';

/** How to scrub, and where to keep what was there. */
export interface ScrubOptions extends HousekeepingOptions {
  /** A folder that keeps what was there before, or false for nowhere. */
  readonly backup: string | false;
}

/** What was scrubbed. */
export interface ScrubReport extends HousekeepingReport {
  readonly found: readonly PlacedSecret[];
}

/** Takes secrets out of sessions and all that lies beside them; they still resume. */
export async function scrubSessions(
  sessions: readonly SessionFile[],
  options: ScrubOptions,
): Promise<ScrubReport> {
  if (!options.dryRun) await recoverReceipts(options.dataDir);
  const found: PlacedSecret[] = [];
  const views = new HomeViews();
  const sessionIds: string[] = [];
  const plans: ((changes: ChangeSet) => Promise<void>)[] = [];
  const indexes = new IndexEdits(scrubJson);
  let bytes = 0;
  for (const session of sessions) {
    const scan = await scanSecrets(session, views);
    const [large] = scan.unscanned;
    if (large !== undefined)
      throw new Refusal(
        'too-large',
        `${quoteName(large)} is too large to be scrubbed.`,
        'Nothing was changed; look at that file yourself, and move it away first.',
      );
    if (scan.found.length === 0) continue;
    if (!options.force && !options.dryRun) await refuseLive(session, options.now());
    for (const secret of scan.found) found.push(secret);
    sessionIds.push(session.sessionId);
    const files = new Set(scan.found.map(({ file }) => file));
    const all = await listBelongings(session, views);
    bytes += all.files.filter(({ file }) => files.has(file)).reduce((sum, one) => sum + one.bytes, 0);
    plans.push((changes) => planScrub(all, files, changes));
    if (all.index && files.has(all.index.file)) indexes.add(all.index, session.sessionId);
  }
  const changes = new ChangeSet({ ...options, action: 'scrub', sessionIds });
  for (const plan of plans) await plan(changes);
  indexes.plan(changes);
  return { ...(await finishChanges(changes, { action: 'scrub', sessionIds, bytes }, options)), found };
}

async function planScrub(all: Belongings, files: ReadonlySet<string>, changes: ChangeSet): Promise<void> {
  for (const { file, role } of all.files) {
    if (!files.has(file)) continue;
    if (file.endsWith('.jsonl'))
      changes.replace(file, () => rewriteFile(file, scrubLine), { main: role === 'main' });
    else changes.replace(file, () => scrubFile(file));
  }
  if (!files.has(all.history.file)) return;
  changes.editLines(
    all.history.file,
    all.history.lines.flatMap(({ line, text }) => {
      const after = scrubText(text, true);
      return after === text ? [] : [{ line, before: text, after }];
    }),
  );
}

/** The new text of a line, or undefined where it has no secret. */
function scrubLine(line: Line): string | undefined {
  if (line.kind === 'blank') return undefined;
  if (line.kind === 'entry') {
    const next = scrubJson(line.value);
    return next === line.value ? undefined : editJson(lineText(line), line.value, next);
  }
  const text = lineText(line);
  const masked = maskSecrets(text).text;
  return masked === text ? undefined : masked;
}

async function* scrubFile(file: string): AsyncGenerator<Uint8Array> {
  const bytes = await readFile(file);
  // Output of a program may be in any encoding: in this one every byte is a character, and comes back as it was.
  const encoding = isUtf8(bytes) ? 'utf8' : 'latin1';
  yield Buffer.from(scrubText(bytes.toString(encoding), file.endsWith('.json')), encoding);
}

function scrubText(text: string, isJson: boolean): string {
  const value = isJson ? parseObject(text) : undefined;
  if (!value) return maskSecrets(text).text;
  const next = scrubJson(value);
  return next === value ? text : editJson(text, value, next);
}
