// `clew archive`: copies sessions into a compressed archive of clew's own, before the client's tidying deletes them.
import { countOf, formatBytes } from '../../base/format-number.ts';
import { Refusal } from '../../base/refusal.ts';
import { stripToLine } from '../../base/strip-controls.ts';
import { textStart } from '../../base/text-start.ts';
import type { SessionFile } from '../../disk/list-project.ts';
import { archiveSessions, sweepArchive, verifyArchive } from '../../housekeeping/archive-sessions.ts';
import { sessionsBefore } from '../../housekeeping/choose-sessions.ts';
import { summariseFile } from '../../load/summarise-file.ts';
import { type CommandInput, type CommandSpec, textFlag } from '../command.ts';
import type { CliContext } from '../context.ts';
import { parseTime } from '../format-time.ts';
import { remark } from '../remark.ts';
import {
  chosenSessions,
  DRY_RUN,
  homesOf,
  housekeepingOptions,
  printJson,
  tailOf,
} from './housekeeping-report.ts';

/** They say which sessions to archive, and how. */
const OF_SESSIONS = ['--older-than', '--remove', '--force'];

export const archiveCommand: CommandSpec = {
  name: 'archive',
  args: '[selectors...]',
  summary: 'copy sessions into a compressed archive before the client deletes them',
  description:
    'The client deletes sessions that were not used for 30 days. The archive keeps them with all that belongs to them, ' +
    'compressed, equal contents once; `clew restore` brings them back. Archiving again keeps only what is new.',
  flags: [
    {
      flags: '--older-than <age>',
      text: 'all sessions not written to for that long: 20d, 4w, or since a date',
    },
    { flags: '--remove', text: 'and take them out of the home once they are safe' },
    {
      flags: '--verify',
      text: 'read the whole archive again and say whether it is sound',
      against: ['--sweep', ...OF_SESSIONS, '--dry-run'],
    },
    { flags: '--sweep', text: 'free what nothing in the archive needs any more', against: OF_SESSIONS },
    DRY_RUN,
    {
      flags: '--force',
      text: 'with --remove, also sessions written to in the last minutes',
      onlyWith: ['--remove'],
    },
  ],
  examples: [
    ['clew archive --older-than 20d', 'what the client will soon delete'],
    ['clew archive a1b2c3 --remove', 'put one away'],
    ['clew archive --verify', 'is everything in it sound?'],
  ],
  run: runArchive,
};

async function runArchive(context: CliContext, input: CommandInput): Promise<number> {
  const options = housekeepingOptions(context, input);
  const whole = ['verify', 'sweep'].find((name) => input.flags[name] === true);
  if (whole !== undefined && input.args.length > 0)
    throw new Refusal('whole-archive', `--${whole} is about the whole archive.`, 'Name no session with it.');
  if (input.flags.verify === true) return verify(context, input, options.dataDir);
  if (input.flags.sweep === true) {
    const freed = await sweepArchive(options.dataDir, options);
    if (input.json) await printJson(context, { freed, dryRun: options.dryRun });
    else await context.print(`${options.dryRun ? 'Would free' : 'Freed'} ${formatBytes(freed)}.\n`);
    return 0;
  }
  const sessions = await sessionsOf(context, input);
  if (sessions.length === 0) {
    remark(context, input, 'No session is that old.');
    if (input.json) await printJson(context, { archived: [] });
    return 1;
  }
  const report = await archiveSessions(sessions, {
    ...options,
    remove: input.flags.remove === true,
    titleOf,
  });
  if (input.json) {
    await printJson(context, report);
    return 0;
  }
  const same = report.archived.filter(({ unchanged }) => unchanged).length;
  const fresh = report.archived.filter(({ unchanged }) => !unchanged);
  const lines: string[] = [];
  if (fresh.length > 0) {
    const bytes = fresh.reduce((sum, one) => sum + one.bytes, 0);
    const what = `${countOf(fresh.length, 'session')}, ${formatBytes(bytes)}`;
    const grew = report.dryRun ? '' : ` The archive grew by ${formatBytes(report.added)}.`;
    lines.push(`${report.dryRun ? 'Would archive' : 'Archived'} ${what}.${grew}\n`);
  }
  if (same > 0)
    lines.push(`${countOf(same, 'session')} ${same === 1 ? 'is' : 'are'} in the archive already, as now.\n`);
  if (input.flags.remove === true)
    lines.push(
      `${report.dryRun ? 'Would take' : 'Took'} ${countOf(report.archived.length, 'session')} out of the home.\n`,
    );
  await context.print(lines.join('') + tailOf(report));
  return 0;
}

async function sessionsOf(context: CliContext, input: CommandInput): Promise<SessionFile[]> {
  const age = textFlag(input, 'olderThan');
  if (age !== undefined && input.args.length > 0)
    throw new Refusal('two-choices', 'Sessions and an age were named.', 'Give one of them.');
  if (age === undefined && input.args.length === 0)
    throw new Refusal('empty-selector', 'No session was named.', 'Name some, or say --older-than 20d.');
  if (age === undefined) return chosenSessions(context, input);
  return sessionsBefore(
    await homesOf(context, input),
    parseTime(age, '--older-than', context.now().getTime()),
  );
}

async function titleOf(session: SessionFile): Promise<string | undefined> {
  const { title, firstPrompt } = await summariseFile(session);
  return title ?? (firstPrompt === undefined ? undefined : textStart(firstPrompt, 200));
}

async function verify(context: CliContext, input: CommandInput, dataDir: string): Promise<number> {
  const { sessions, damaged } = await verifyArchive(dataDir);
  if (input.json) await printJson(context, { sessions, damaged });
  else if (damaged.length === 0)
    await context.print(`The archive is sound: ${countOf(sessions, 'session')}.\n`);
  else await context.print(`Damaged: ${damaged.map(stripToLine).join(', ')}.\n`);
  return damaged.length > 0 ? 1 : 0;
}
