// `clew du`: what takes the space in a home or a session, and slimming without loss.
import { countOf, formatBytes, formatCount, formatShare } from '../../base/format-number.ts';
import { Refusal } from '../../base/refusal.ts';
import { stripToLine } from '../../base/strip-controls.ts';
import { dataDir } from '../../disk/data-dir.ts';
import { type DiskUse, measureHome, measureOwn, measureSession } from '../../housekeeping/measure-disk.ts';
import { slimSessions } from '../../housekeeping/slim-sessions.ts';
import type { CommandInput, CommandSpec } from '../command.ts';
import type { CliContext } from '../context.ts';
import { machineOf } from '../machine-of.ts';
import { remark, remarkNoSessions } from '../remark.ts';
import { printTable } from '../table.ts';
import {
  chosenSessions,
  DRY_RUN,
  FORCE,
  homesOf,
  housekeepingOptions,
  namesOf,
  printJson,
  tailOf,
} from './housekeeping-report.ts';

export const duCommand: CommandSpec = {
  name: 'du',
  args: '[selectors...]',
  summary: 'show what takes the space, and slim sessions without loss',
  description:
    'Without a selector: your homes and clew’s own folder by kinds of files. With one: the session’s files, and its lines by ' +
    'kinds of entries. --slim takes out lines that no client reads back (logs of requests, and reports of progress that ' +
    'nothing hangs on), only if every measured client would send the same without them; the whole file is kept, compressed, for `clew undo`.',
  flags: [
    { flags: '--slim', text: 'take out what no client reads back, from the sessions you name' },
    { ...DRY_RUN, onlyWith: ['--slim'] },
    { ...FORCE, onlyWith: ['--slim'] },
  ],
  examples: [
    ['clew du', 'your homes'],
    ['clew du a1b2c3', 'one session, by kinds of entries'],
    ['clew du a1b2c3 --slim --dry-run', 'how much could go'],
  ],
  run: runDu,
};

async function runDu(context: CliContext, input: CommandInput): Promise<number> {
  if (input.flags.slim === true) return runSlim(context, input);
  return input.args.length > 0 ? showSessions(context, input) : showHomes(context, input);
}

async function showHomes(context: CliContext, input: CommandInput): Promise<number> {
  const homes: { home: string; uses: readonly DiskUse[] }[] = [];
  for (const home of await homesOf(context, input)) {
    const { uses, problems } = await measureHome(home);
    homes.push({ home, uses });
    for (const { message } of problems) remark(context, input, message);
  }
  const folder = dataDir(machineOf(context));
  const own = await measureOwn(folder);
  if (input.json) {
    await printJson(context, { homes, clew: { folder, uses: own } });
    return homes.length > 0 ? 0 : 1;
  }
  if (homes.length === 0) return remarkNoSessions(context, input, []);
  for (const { home, uses } of homes) await context.print(`${stripToLine(home)}\n${await usesText(uses)}\n`);
  if (own.length > 0) await context.print(`${stripToLine(folder)}\n${await usesText(own)}`);
  return 0;
}

async function showSessions(context: CliContext, input: CommandInput): Promise<number> {
  const uses = [];
  for (const session of await chosenSessions(context, input)) uses.push(await measureSession(session));
  if (input.json) {
    await printJson(context, { sessions: uses });
    return 0;
  }
  const texts = [];
  for (const { sessionId, files, lines } of uses)
    texts.push(
      `${stripToLine(sessionId)}\n${await usesText(files)}\n${await usesText(lines, 'lines of', 'lines')}`,
    );
  await context.print(texts.join('\n'));
  return 0;
}

function usesText(uses: readonly DiskUse[], kind = 'kind', count = 'files'): Promise<string> {
  const total = uses.reduce((sum, { bytes }) => sum + bytes, 0);
  const all: DiskUse = { kind: 'all', files: uses.reduce((sum, { files }) => sum + files, 0), bytes: total };
  return printTable(
    [...uses, all],
    [
      { head: kind, cell: (use) => stripToLine(use.kind) },
      { head: count, cell: (use) => formatCount(use.files), align: 'right' },
      { head: 'size', cell: (use) => formatBytes(use.bytes), align: 'right' },
      { head: 'share', cell: (use) => (use === all ? '' : formatShare(use.bytes, total)), align: 'right' },
    ],
    { width: undefined },
  );
}

async function runSlim(context: CliContext, input: CommandInput): Promise<number> {
  if (input.args.length === 0)
    throw new Refusal(
      'empty-selector',
      'Name the sessions to slim.',
      'See which are large: clew ls --sort size',
    );
  const report = await slimSessions(
    await chosenSessions(context, input),
    housekeepingOptions(context, input),
  );
  if (input.json) {
    await printJson(context, report);
    return 0;
  }
  if (report.slimmed.length === 0) {
    await context.print('There is nothing that every client could do without.\n');
    return 0;
  }
  const lines = report.slimmed.reduce((sum, one) => sum + one.lines, 0);
  const verb = report.dryRun ? 'Would take' : 'Took';
  await context.print(
    `${verb} ${countOf(lines, 'line')}, ${formatBytes(report.bytes)}, out of ${namesOf(report.sessionIds)}.\n${tailOf(report)}`,
  );
  return 0;
}
