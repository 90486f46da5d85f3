// `clew mv`: moves sessions to another project, after the project's folder was moved or renamed.
import { stat } from 'node:fs/promises';
import { Refusal } from '../../base/refusal.ts';
import { stripToLine } from '../../base/strip-controls.ts';
import { resolvePath } from '../../disk/machine.ts';
import { quoteName } from '../../disk/quote-name.ts';
import { sessionsBeside } from '../../housekeeping/choose-sessions.ts';
import { moveSessions } from '../../housekeeping/move-sessions.ts';
import { resumeCommand } from '../../session/resume-command.ts';
import { type CommandInput, type CommandSpec, textFlag } from '../command.ts';
import type { CliContext } from '../context.ts';
import { machineOf } from '../machine-of.ts';
import {
  chosenSessions,
  DRY_RUN,
  housekeepingOptions,
  namesOf,
  printJson,
  tailOf,
} from './housekeeping-report.ts';

export const mvCommand: CommandSpec = {
  name: 'mv',
  args: '<selectors...>',
  summary: 'move sessions to another project: folder, cwd in every line, index, history',
  description:
    'For a project that was moved or renamed: the client looks for sessions in a folder named for the working directory, ' +
    'so they are lost to it until they are moved as well. What was said is not changed.',
  flags: [
    { flags: '--to <dir>', text: 'the project’s directory now' },
    { flags: '--all', text: 'with all other sessions of the same project' },
    DRY_RUN,
    {
      flags: '--force',
      text: 'also sessions written to in the last minutes, and a directory that does not exist',
    },
  ],
  examples: [
    ['clew mv a1b2c3 --to ~/work/harbor-2', 'one session'],
    ['clew mv project:harbor --all --to ~/work/harbor-2', 'the whole project'],
  ],
  run: runMv,
};

async function runMv(context: CliContext, input: CommandInput): Promise<number> {
  const typed = textFlag(input, 'to');
  if (typed === undefined || typed.trim() === '')
    throw new Refusal('no-target', 'No directory was named.', 'Name the project’s directory: --to DIR.');
  const to = resolvePath(typed, machineOf(context)).replace(/(?<=.)[/\\]+$/, '');
  const options = housekeepingOptions(context, input);
  if (!options.force && !(await stat(to).catch(() => undefined))?.isDirectory()) {
    throw new Refusal(
      'no-such-directory',
      `There is no directory ${quoteName(to)}.`,
      'Check the path; --force moves them all the same.',
    );
  }
  const named = await chosenSessions(context, input);
  const sessions = input.flags.all === true ? await sessionsBeside(named) : named;
  const report = await moveSessions(sessions, { ...options, to });
  if (input.json) {
    await printJson(context, report);
    return 0;
  }
  const verb = report.dryRun ? 'Would move' : 'Moved';
  const from = [...new Set(report.moved.map((one) => one.from))].map(stripToLine).join(', ');
  await context.print(
    `${verb} ${namesOf(report.sessionIds)} from ${from} to ${stripToLine(to)}.\n${tailOf(report)}`,
  );
  const [only, second] = report.sessionIds;
  if (!report.dryRun && only !== undefined && second === undefined)
    await context.print(`\n${resumeCommand(only, to)}\n`);
  return 0;
}
