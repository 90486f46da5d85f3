// `clew repair SEL`: mends what is wrong with a session into a clone, or in place with a backup, and shows every change.
import { randomUUID } from 'node:crypto';
import { countOf } from '../../base/format-number.ts';
import { stripToLine } from '../../base/strip-controls.ts';
import { dataDir } from '../../disk/data-dir.ts';
import { type RepairReport, repairSession } from '../../load/repair-session.ts';
import { resumeCommand } from '../../session/resume-command.ts';
import { type CommandInput, type CommandSpec, textFlag } from '../command.ts';
import type { CliContext } from '../context.ts';
import { jsonText } from '../json-text.ts';
import { openSelected } from '../open-selected.ts';
import { readTitle } from '../read-flags.ts';
import { resumeLine } from './clone-text.ts';

export const repairCommand: CommandSpec = {
  name: 'repair',
  args: '<selector>',
  summary: 'mend a damaged session into a clone, and show every change',
  description:
    'Makes the smallest change for each problem: joined lines are parted, lost parents found again by message, call and time, ' +
    'unanswered calls get a result that says so, results without a call keep their words as text, and what the API refuses ' +
    '(unsigned thinking, empty text) is taken out; images that are too large are made smaller. The result is a clone; the source is not written.',
  flags: [
    {
      flags: '--in-place',
      text: 'change the session itself, and keep the original as a backup; refused while it is live',
      against: ['--title'],
    },
    {
      flags: '--images <what>',
      text: 'make images that are too large smaller, or put a word in their place (default: downscale)',
      choices: ['downscale', 'remove'],
    },
    { flags: '--title <title>', text: 'what the clone is called' },
    { flags: '--dry-run', text: 'only say what would be mended' },
  ],
  examples: [
    ['clew repair a1b2c3', 'a mended copy, with the command to resume it'],
    ['clew repair a1b2c3 --dry-run', 'what would be changed'],
    ['clew repair a1b2c3 --in-place', 'the session itself, with a backup'],
  ],
  run: runRepair,
};

async function runRepair(context: CliContext, input: CommandInput): Promise<number> {
  const { machine, selection, session } = await openSelected(context, input);
  const title = readTitle(input);
  const report = await repairSession(session, selection, {
    inPlace: input.flags.inPlace === true,
    images: textFlag(input, 'images') === 'remove' ? 'remove' : 'downscale',
    dryRun: input.flags.dryRun === true,
    ...(title === undefined ? {} : { title }),
    dataDir: dataDir(machine),
    now: context.now,
    newUuid: randomUUID,
  });
  await context.print(input.json ? jsonText(toJson(report)) : repairText(report, context.cwd));
  return 0;
}

function toJson({ clone, ...report }: RepairReport): object {
  const { turns, tokens, bytes, resume } = clone ?? {};
  return { ...report, turns, tokens, bytes, resume: resume ?? resumeCommand(report.sessionId) };
}

/** The most changes that are printed one by one; `--json` has them all. */
const MOST_SHOWN = 40;

function repairText(report: RepairReport, cwd: string): string {
  const { mended, coverage, dryRun, inPlace, clone, backup } = report;
  if (mended.length === 0)
    return `There is nothing to mend: a resume loads ${coverage.before.loads} of ${countOf(coverage.before.of, 'message')}.\n`;
  const lines = mended.slice(0, MOST_SHOWN).map((change) => `  ${stripToLine(change.message)}`);
  if (mended.length > MOST_SHOWN) lines.push(`  … and ${mended.length - MOST_SHOWN} more (see --json)`);
  const verb = dryRun ? 'Would mend' : 'Mended';
  const { before, after } = coverage;
  lines.unshift(
    `${verb} ${mended.length === 1 ? 'one thing' : `${mended.length} things`}${inPlace ? ' in place' : ''}:`,
  );
  lines.push(
    '',
    `A resume loaded ${before.loads} of ${countOf(before.of, 'message')}; ${dryRun ? 'it would load' : 'now it loads'} ${after.loads} of ${after.of}.`,
  );
  if (dryRun) lines.push('Nothing was written.');
  if (backup !== undefined) lines.push(`The original is kept in ${stripToLine(backup)}`);
  if (clone && !dryRun) lines.push('', resumeLine(clone, cwd));
  return `${lines.join('\n')}\n`;
}
