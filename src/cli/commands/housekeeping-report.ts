// What the housekeeping commands share: their common flags, how they find sessions, and how they tell what they did.
import { countOf, formatBytes } from '../../base/format-number.ts';
import { stripToLine } from '../../base/strip-controls.ts';
import { dataDir } from '../../disk/data-dir.ts';
import { findHomes } from '../../disk/find-homes.ts';
import type { SessionFile } from '../../disk/list-project.ts';
import { chooseSessions } from '../../housekeeping/choose-sessions.ts';
import type { HousekeepingOptions, HousekeepingReport } from '../../housekeeping/finish-changes.ts';
import type { CommandInput, FlagSpec } from '../command.ts';
import type { CliContext } from '../context.ts';
import { jsonText } from '../json-text.ts';
import { machineOf } from '../machine-of.ts';

export const DRY_RUN: FlagSpec = { flags: '--dry-run', text: 'say what would be done, and do nothing' };
export const FORCE: FlagSpec = {
  flags: '--force',
  text: 'also a session that was written to in the last minutes',
};

export function housekeepingOptions(context: CliContext, input: CommandInput): HousekeepingOptions {
  return {
    dataDir: dataDir(machineOf(context)),
    now: context.now,
    dryRun: input.flags.dryRun === true,
    force: input.flags.force === true,
  };
}

export async function homesOf(context: CliContext, input: CommandInput): Promise<readonly string[]> {
  return findHomes(machineOf(context), input.homes);
}

export async function chosenSessions(context: CliContext, input: CommandInput): Promise<SessionFile[]> {
  const homes = await homesOf(context, input);
  return chooseSessions(input.args, { homes, machine: machineOf(context) });
}

export async function printJson(context: CliContext, value: object): Promise<void> {
  await context.print(jsonText(value, 2));
}

/** "3 sessions", or the id of the one. */
export function namesOf(sessionIds: readonly string[]): string {
  const [first] = sessionIds;
  return sessionIds.length === 1 && first !== undefined
    ? stripToLine(first)
    : countOf(sessionIds.length, 'session');
}

/** The lines below what was done: the files of a dry run, or the way back. */
export function tailOf(report: HousekeepingReport): string {
  const lines: string[] = [];
  if (report.dryRun) {
    lines.push(
      ...report.changes
        .slice(0, MOST_SHOWN)
        .map(({ change, file }) => `  ${change.padEnd(10)} ${stripToLine(file)}`),
    );
    const more = report.changes.length - MOST_SHOWN;
    if (more > 0) lines.push(`  … and ${more} more (see --json)`);
    lines.push('Nothing was changed.');
  }
  for (const file of report.skipped)
    lines.push(`  left as it is, for it changed meanwhile: ${stripToLine(file)}`);
  if (report.receipt !== undefined) lines.push(`To undo: clew undo ${report.receipt}`);
  return lines.map((line) => `${line}\n`).join('');
}

/** What was done, or would be, and to how much; in JSON where that was asked for. */
export async function printReport(
  context: CliContext,
  input: CommandInput,
  report: HousekeepingReport,
  verbs: { readonly would: string; readonly did: string },
): Promise<void> {
  if (input.json) return printJson(context, report);
  const verb = report.dryRun ? verbs.would : verbs.did;
  await context.print(`${verb} ${namesOf(report.sessionIds)}: ${sizeOf(report)}.\n${tailOf(report)}`);
}

const MOST_SHOWN = 40;

export function sizeOf(report: HousekeepingReport): string {
  const files = report.changes.filter(({ change }) => change !== 'edit-lines').length;
  return `${countOf(files, 'file')}, ${formatBytes(report.bytes)}`;
}
