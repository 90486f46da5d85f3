// `clew restore`: brings sessions back from the archive, or lists what it holds.
import { formatBytes } from '../../base/format-number.ts';
import { groupBy } from '../../base/group-by.ts';
import { Refusal } from '../../base/refusal.ts';
import { stripToLine } from '../../base/strip-controls.ts';
import { listSnapshots, type SnapshotFile, selectSnapshot } from '../../housekeeping/archive-snapshot.ts';
import { parsePathMap } from '../../housekeeping/map-paths.ts';
import { restoreSnapshots } from '../../housekeeping/restore-snapshots.ts';
import { type CommandInput, type CommandSpec, listFlag } from '../command.ts';
import type { CliContext } from '../context.ts';
import { formatAge, formatIso } from '../format-time.ts';
import { remark } from '../remark.ts';
import { shortId } from '../short-id.ts';
import { layoutFor, printTable } from '../table.ts';
import { DRY_RUN, homesOf, housekeepingOptions, printJson, printReport } from './housekeeping-report.ts';
import { MAP, resumeLines } from './unpack.ts';

export const restoreCommand: CommandSpec = {
  name: 'restore',
  args: '[ids...]',
  summary: 'bring sessions back from the archive, ready to resume',
  description:
    'Brings back the newest copy of each session, to the home it came from, or to the one named by --home. ' +
    'A session that is there already is not overwritten. The files get today’s date: by their old one the client would delete them again.',
  flags: [
    { flags: '--list', text: 'show what the archive holds', against: ['--map', '--dry-run'] },
    MAP,
    DRY_RUN,
  ],
  examples: [
    ['clew restore --list', 'what is in the archive'],
    ['clew restore a1b2c3', 'bring one back'],
  ],
  run: runRestore,
};

async function runRestore(context: CliContext, input: CommandInput): Promise<number> {
  const options = housekeepingOptions(context, input);
  if (input.flags.list === true && input.args.length > 0)
    throw new Refusal('whole-archive', '--list shows the whole archive.', 'Name no session with it.');
  const snapshots = await listSnapshots(options.dataDir);
  if (input.flags.list === true) return list(context, input, snapshots);
  if (input.args.length === 0)
    throw new Refusal(
      'empty-selector',
      'No session was named.',
      '`clew restore --list` shows what there is.',
    );
  const chosen = [...new Set(input.args.map((id) => selectSnapshot(snapshots, id)))];
  const home = input.homes.length > 0 ? (await homesOf(context, input))[0] : undefined;
  const report = await restoreSnapshots(chosen, {
    ...options,
    home,
    map: parsePathMap(listFlag(input, 'map')),
  });
  await printReport(context, input, report, { would: 'Would restore', did: 'Restored' });
  if (!input.json && !report.dryRun) await context.print(`\n${resumeLines(report.placed)}`);
  return 0;
}

async function list(
  context: CliContext,
  input: CommandInput,
  snapshots: readonly SnapshotFile[],
): Promise<number> {
  const rows = archivedSessions(snapshots);
  if (input.json) {
    await printJson(context, { sessions: rows });
    return rows.length > 0 ? 0 : 1;
  }
  if (rows.length === 0) {
    remark(context, input, 'The archive is empty.', 'Put sessions into it: clew archive --older-than 20d');
    return 1;
  }
  const now = context.now().getTime();
  const when = (time: number) => (context.terminal ? formatAge(time, now) : formatIso(time));
  const text = await printTable(
    rows,
    [
      { head: 'session', cell: ({ sessionId }) => stripToLine(shortId(sessionId)) },
      { head: 'title', cell: ({ title }) => stripToLine(title ?? ''), gives: true, most: 60 },
      { head: 'project', cell: ({ project }) => stripToLine(project), minor: 2 },
      { head: 'archived', cell: ({ archived }) => when(Date.parse(archived)), align: 'right' },
      { head: 'copies', cell: ({ copies }) => `${copies}`, align: 'right', minor: 1 },
      { head: 'size', cell: ({ bytes }) => formatBytes(bytes), align: 'right' },
    ],
    layoutFor(context),
  );
  await context.print(text);
  return 0;
}

interface ArchivedSession {
  readonly sessionId: string;
  readonly title: string | undefined;
  readonly project: string;
  /** ISO time. */
  readonly archived: string;
  readonly copies: number;
  readonly bytes: number;
  readonly files: number;
}

/** A row for each session, the one archived last first, as its newest copy is; the snapshots come with the oldest first. */
export function archivedSessions(snapshots: readonly SnapshotFile[]): ArchivedSession[] {
  const copies = [...groupBy(snapshots, ({ bundle }) => bundle.sessionId).values()].toReversed();
  return copies.map((same) => {
    const { bundle, title, archived } = same.at(-1) as SnapshotFile;
    return {
      sessionId: bundle.sessionId,
      title,
      project: bundle.cwd ?? bundle.project,
      archived,
      copies: same.length,
      bytes: bundle.files.reduce((sum, { bytes }) => sum + bytes, 0),
      files: bundle.files.length,
    };
  });
}
