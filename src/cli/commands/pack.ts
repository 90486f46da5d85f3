// `clew pack`: sessions with all that belongs to them in one file, for another machine.
import { countOf, formatBytes } from '../../base/format-number.ts';
import { quoteWord } from '../../base/quote-word.ts';
import { Refusal } from '../../base/refusal.ts';
import { stripToLine } from '../../base/strip-controls.ts';
import { resolvePath } from '../../disk/machine.ts';
import { packSessions } from '../../housekeeping/pack-sessions.ts';
import { type CommandInput, type CommandSpec, textFlag } from '../command.ts';
import type { CliContext } from '../context.ts';
import { machineOf } from '../machine-of.ts';
import { shortId } from '../short-id.ts';
import { chosenSessions, DRY_RUN, namesOf, printJson } from './housekeeping-report.ts';

export const packCommand: CommandSpec = {
  name: 'pack',
  args: '<selectors...>',
  summary: 'put sessions and all that belongs to them into one file, for another machine',
  description:
    'The pack is a gzipped tar with a manifest: session, agents, tool results, file history, todos, tasks, history lines. ' +
    'It holds all that was said and read, secrets included: see `clew secrets` before you send one.',
  flags: [
    { flags: '-o, --out <file>', text: 'the pack to write (default: <id>.clewpack here)' },
    DRY_RUN,
    { flags: '--force', text: 'overwrite the file' },
  ],
  examples: [
    ['clew pack latest', 'the newest session'],
    ['clew pack a1b2c3 d4e5f6 -o work.clewpack', 'two in one file'],
  ],
  run: runPack,
};

async function runPack(context: CliContext, input: CommandInput): Promise<number> {
  const sessions = await chosenSessions(context, input);
  const [first, second] = sessions;
  const typed = textFlag(input, 'out');
  if (typed === undefined && second)
    throw new Refusal(
      'no-target',
      'Several sessions need a name for their pack.',
      'Name the file: --out FILE.',
    );
  const name = typed ?? `${shortId(first?.sessionId ?? '')}.clewpack`;
  const report = await packSessions(sessions, {
    file: resolvePath(name, machineOf(context)),
    now: context.now,
    dryRun: input.flags.dryRun === true,
    force: input.flags.force === true,
  });
  if (input.json) {
    await printJson(context, report);
    return 0;
  }
  const files = report.sessions.reduce((sum, one) => sum + one.files, 0);
  const what = `${namesOf(report.sessions.map(({ sessionId }) => sessionId))}: ${countOf(files, 'file')}, ${formatBytes(report.bytes)}`;
  const cwds = [...new Set(report.sessions.map(({ cwd }) => cwd))];
  const map = quoteWord(`${cwds[0] ?? '/old/path'}=/path/there`);
  await context.print(
    report.dryRun
      ? `Would pack ${what} into ${stripToLine(report.file)}.\nNothing was changed.\n`
      : `Packed ${what}.\n${stripToLine(report.file)} (${formatBytes(report.packedBytes)})\n\n` +
          `On the other machine: clew unpack ${quoteWord(name)} --map ${map}\n`,
  );
  return 0;
}
