// `clew locate`: where a session is, why the client's picker does or does not list it, and what helps.
import pc from 'picocolors';
import { Refusal } from '../../base/refusal.ts';
import { stripToLine } from '../../base/strip-controls.ts';
import { dataDir } from '../../disk/data-dir.ts';
import type { SessionFile } from '../../disk/list-project.ts';
import { type Location, locateGone, locateSession } from '../../housekeeping/locate-session.ts';
import type { CommandInput, CommandSpec } from '../command.ts';
import type { CliContext } from '../context.ts';
import { machineOf } from '../machine-of.ts';
import { chosenSessions, printJson } from './housekeeping-report.ts';

export const locateCommand: CommandSpec = {
  name: 'locate',
  args: '<selector>',
  summary: 'say where a session is, why the client’s picker does not list it, and what helps',
  examples: [
    ['clew locate a1b2c3', 'a session you miss in the picker'],
    ['clew locate latest --json', 'for programs'],
  ],
  run: runLocate,
};

async function runLocate(context: CliContext, input: CommandInput): Promise<number> {
  const folder = dataDir(machineOf(context));
  const location = await find(context, input, folder);
  if (input.json) await printJson(context, location);
  else await context.print(locationText(location, context));
  return location.listed ? 0 : 1;
}

async function find(context: CliContext, input: CommandInput, folder: string): Promise<Location> {
  try {
    const [session] = await chosenSessions(context, { ...input, args: input.args.slice(0, 1) });
    return await locateSession(session as SessionFile, folder);
  } catch (error) {
    const gone = error instanceof Refusal ? await locateGone(input.args[0] ?? '', folder) : undefined;
    if (error instanceof Refusal && gone !== undefined) throw new Refusal(error.code, error.message, gone);
    throw error;
  }
}

function locationText(location: Location, context: CliContext): string {
  const { bold, red, green, yellow } = pc.createColors(context.color);
  const { sessionId, file, cwd, listed, reasons, resume, archived } = location;
  const away = reasons.some(({ effect }) => effect === 'elsewhere');
  const verdict = !listed
    ? red('The picker does not list it.')
    : away
      ? yellow('The picker lists it, but not where you would start the client.')
      : green('The picker lists it, in the client started in its directory.');
  const lines = [
    bold(stripToLine(sessionId)),
    `  file     ${stripToLine(file)}`,
    `  project  ${stripToLine(cwd ?? '(no line names one)')}`,
  ];
  if (archived.length > 0)
    lines.push(`  archive  ${archived.length === 1 ? 'one copy' : `${archived.length} copies`}`);
  lines.push('', verdict);
  for (const { why, fix } of reasons) lines.push(`  ${stripToLine(why)}`, `    ${stripToLine(fix)}`);
  lines.push('', stripToLine(resume));
  return `${lines.join('\n')}\n`;
}
