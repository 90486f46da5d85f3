// `clew unpack`: places the sessions of a pack in a home, their paths mapped, so that the client resumes them.
import { join } from 'node:path';
import { Refusal } from '../../base/refusal.ts';
import { resolvePath } from '../../disk/machine.ts';
import { parsePathMap } from '../../housekeeping/map-paths.ts';
import type { Placed } from '../../housekeeping/plan-placing.ts';
import { unpackSessions } from '../../housekeeping/unpack-sessions.ts';
import { resumeCommand } from '../../session/resume-command.ts';
import { type CommandInput, type CommandSpec, type FlagSpec, listFlag } from '../command.ts';
import type { CliContext } from '../context.ts';
import { machineOf } from '../machine-of.ts';
import { DRY_RUN, homesOf, housekeepingOptions, printReport } from './housekeeping-report.ts';

export const MAP: FlagSpec = {
  flags: '--map <old=new>',
  text: 'a folder of the old machine and where it is here; can be repeated',
  repeatable: true,
};

export const unpackCommand: CommandSpec = {
  name: 'unpack',
  args: '<file>',
  summary: 'place the sessions of a pack here, their paths mapped, ready to resume',
  description:
    'Everything in the pack is checked before anything is written. A session that is here already is not overwritten. ' +
    '--map changes where the sessions ran and their files lie, not what was said.',
  flags: [MAP, DRY_RUN],
  examples: [
    ['clew unpack work.clewpack', 'where the paths are the same'],
    ['clew unpack work.clewpack --map /home/ada=/Users/ada', 'where they are not'],
  ],
  run: runUnpack,
};

async function runUnpack(context: CliContext, input: CommandInput): Promise<number> {
  const [pack] = input.args;
  if (pack === undefined)
    throw new Refusal('no-pack', 'No pack was named.', 'Give the file that `clew pack` wrote.');
  const map = parsePathMap(listFlag(input, 'map'));
  // A new machine may have no home yet.
  const home = (await homesOf(context, input))[0] ?? join(context.homeDirectory, '.claude');
  const options = housekeepingOptions(context, input);
  const report = await unpackSessions(resolvePath(pack, machineOf(context)), { ...options, home, map });
  await printReport(context, input, report, { would: 'Would unpack', did: 'Unpacked' });
  if (!input.json && !report.dryRun) await context.print(`\n${resumeLines(report.placed)}`);
  return 0;
}

export function resumeLines(placed: readonly Placed[]): string {
  return placed.map(({ sessionId, cwd }) => `${resumeCommand(sessionId, cwd)}\n`).join('');
}
