// `clew rm`: takes sessions and all that belongs to them out of the home, to a trash that gives them back.
import { removeSessions } from '../../housekeeping/remove-sessions.ts';
import type { CommandInput, CommandSpec } from '../command.ts';
import type { CliContext } from '../context.ts';
import { chosenSessions, DRY_RUN, FORCE, housekeepingOptions, printReport } from './housekeeping-report.ts';

export const rmCommand: CommandSpec = {
  name: 'rm',
  args: '<selectors...>',
  summary: 'remove sessions and all that belongs to them, to a trash that gives them back',
  description:
    'Removes the session file, its agents, tool results, file history, todos, tasks, its lines in the history and its ' +
    'entry in the index. All of it is kept in clew’s own folder until you delete it there; `clew undo` puts every byte back.',
  flags: [DRY_RUN, FORCE],
  examples: [
    ['clew rm a1b2c3', 'one session, wherever it left something'],
    ['clew rm a1b2c3 d4e5f6 --dry-run', 'see what would go'],
  ],
  run: runRm,
};

async function runRm(context: CliContext, input: CommandInput): Promise<number> {
  const sessions = await chosenSessions(context, input);
  const report = await removeSessions(sessions, housekeepingOptions(context, input));
  await printReport(context, input, report, { would: 'Would remove', did: 'Removed' });
  return 0;
}
