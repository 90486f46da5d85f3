// `clew secrets`: finds keys, tokens and passwords in sessions and all that belongs to them, and scrubs them.
import { countOf } from '../../base/format-number.ts';
import { Refusal } from '../../base/refusal.ts';
import { stripToLine } from '../../base/strip-controls.ts';
import { assignAgents } from '../../disk/assign-agents.ts';
import { findSessions } from '../../disk/find-sessions.ts';
import type { SessionFile } from '../../disk/list-project.ts';
import { resolvePath } from '../../disk/machine.ts';
import { HomeViews } from '../../housekeeping/home-view.ts';
import { type PlacedSecret, scanSecrets } from '../../housekeeping/scan-secrets.ts';
import { scrubSessions } from '../../housekeeping/scrub-sessions.ts';
import type { CommandInput, CommandSpec } from '../command.ts';
import type { CliContext } from '../context.ts';
import { machineOf } from '../machine-of.ts';
import { ProgressLine } from '../progress-line.ts';
import { remark, remarkNoSessions } from '../remark.ts';
import {
  chosenSessions,
  DRY_RUN,
  FORCE,
  homesOf,
  housekeepingOptions,
  printJson,
  sizeOf,
  tailOf,
} from './housekeeping-report.ts';
import { groupSecrets, secretsText } from './secrets-text.ts';

export const secretsCommand: CommandSpec = {
  name: 'secrets',
  args: '[selectors...]',
  summary: 'find keys, tokens and passwords in sessions, and scrub them',
  description:
    'Searches transcripts, agents, tool results, file history and all other files of sessions (all of them if none is named) ' +
    'and says of each secret where it stands and whether a model has seen it. --scrub replaces it by a marker everywhere; ' +
    'ids and signatures stay, so the session still resumes. A key that was sent to a model or stood in a file for long should be changed at its provider too. Exit 1 if any is found.',
  flags: [
    { flags: '--scrub', text: 'replace the secrets in the sessions you name' },
    {
      flags: '--backup <dir>',
      text: 'with --scrub: keep the files as they were in that folder, for `clew undo`',
      against: ['--no-backup'],
      onlyWith: ['--scrub'],
    },
    { flags: '--no-backup', text: 'with --scrub: keep nothing; it cannot be undone', onlyWith: ['--scrub'] },
    { ...DRY_RUN, onlyWith: ['--scrub'] },
    { ...FORCE, onlyWith: ['--scrub'] },
  ],
  examples: [
    ['clew secrets', 'all your sessions'],
    ['clew secrets a1b2c3 --json', 'one, for programs'],
    ['clew secrets a1b2c3 --scrub --no-backup', 'take them out for good'],
  ],
  run: runSecrets,
};

async function runSecrets(context: CliContext, input: CommandInput): Promise<number> {
  if (input.flags.scrub === true) return runScrub(context, input);
  const sessions =
    input.args.length > 0 ? await chosenSessions(context, input) : await allSessions(context, input);
  if (sessions.length === 0) {
    if (input.json) await printJson(context, { sessions: 0, secrets: [] });
    return remarkNoSessions(context, input, await homesOf(context, input));
  }
  const found: PlacedSecret[] = [];
  const views = new HomeViews();
  const progress = new ProgressLine(context, input);
  const tell = (sentence: string): void => {
    progress.clear();
    remark(context, input, sentence);
  };
  for (const [n, session] of sessions.entries()) {
    progress.show(() => `searching: ${n} of ${sessions.length} sessions`);
    try {
      const scan = await scanSecrets(session, views);
      for (const secret of scan.found) found.push(secret);
      for (const file of scan.unscanned) tell(`${file} is too large and was not searched.`);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      tell(error.message);
    }
  }
  progress.clear();
  const groups = groupSecrets(found);
  if (input.json) await printJson(context, { sessions: sessions.length, secrets: groups });
  else await context.print(secretsText(groups, sessions.length, context));
  return groups.length > 0 ? 1 : 0;
}

async function runScrub(context: CliContext, input: CommandInput): Promise<number> {
  const { backup } = input.flags;
  if (input.args.length === 0) {
    throw new Refusal(
      'empty-selector',
      'Name the sessions to scrub.',
      'See which have secrets: clew secrets',
    );
  }
  const options = housekeepingOptions(context, input);
  if (typeof backup !== 'string' && backup !== false && !options.dryRun) {
    throw new Refusal(
      'no-backup-choice',
      'Shall what is there now be kept?',
      'Say --backup DIR to keep it there (with the secrets), or --no-backup.',
    );
  }
  const sessions = await chosenSessions(context, input);
  const kept = typeof backup === 'string' ? resolvePath(backup, machineOf(context)) : false;
  const report = await scrubSessions(sessions, { ...options, backup: kept });
  const groups = groupSecrets(report.found);
  const { found: _, ...rest } = report;
  if (input.json) await printJson(context, { ...rest, secrets: groups });
  else if (groups.length === 0) await context.print('There are no secrets to scrub.\n');
  else {
    const verb = report.dryRun ? 'Would scrub' : 'Scrubbed';
    const what = `${countOf(groups.length, 'secret')} in ${countOf(report.found.length, 'place')}`;
    const way = report.receipt !== undefined && kept === false ? '' : tailOf(report);
    const note = kept === false ? '' : `What was there is kept, secrets included, in ${stripToLine(kept)}\n`;
    await context.print(`${verb} ${what}: ${sizeOf(report)}.\n${report.dryRun ? '' : note}${way}`);
    if (!report.dryRun)
      await context.print('Change what was exposed at its provider too: others may have copies.\n');
  }
  return 0;
}

async function allSessions(context: CliContext, input: CommandInput): Promise<readonly SessionFile[]> {
  const { sessions, problems } = await assignAgents(await findSessions(await homesOf(context, input)));
  // Who looks for secrets must know where nobody looked.
  for (const { message } of problems) remark(context, input, message);
  return sessions;
}
