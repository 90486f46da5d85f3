// `clew check`: the problems of sessions with their remedies, for one session or whole homes, and where an API error points.
import { escapeControls } from '../../base/escape-controls.ts';
import { formatBytes } from '../../base/format-number.ts';
import { Refusal } from '../../base/refusal.ts';
import { type Finding, isAtLeast } from '../../check/finding.ts';
import { type LocatedError, locateApiError, WITHOUT_PLACE } from '../../check/locate-api-error.ts';
import { findHomes } from '../../disk/find-homes.ts';
import type { Selection } from '../../disk/select-session.ts';
import { checkHomes, checkSelection, examineSelection } from '../../load/check-files.ts';
import { type FileCheck, toFileCheck } from '../../load/check-one-session.ts';
import type { Severity } from '../../session/problem.ts';
import { type CommandInput, type CommandSpec, textFlag } from '../command.ts';
import type { CliContext } from '../context.ts';
import { machineOf } from '../machine-of.ts';
import { ProgressLine } from '../progress-line.ts';
import { remark, remarkNoSessions } from '../remark.ts';
import { selectSeveral } from '../select-several.ts';
import { CheckReport, loadWrap, reportError } from './check-report.ts';

export const checkCommand: CommandSpec = {
  name: 'check',
  args: '[selectors...]',
  summary: 'find what is wrong with sessions, what a resume loses, and what helps',
  description:
    'Looks for everything that makes a resume fail, be refused by the API or lose conversation: torn lines, broken ' +
    'links, calls without results, unsigned thinking, oversized images, files about to be deleted, and more. ' +
    'Without a selector: all sessions of your homes. The files of a session’s agents are checked with it. Exit 1 if ' +
    'there is any error.',
  flags: [
    {
      flags: '--severity <least>',
      text: 'show problems at least this grave (default: all for sessions that you name, else warning)',
      choices: ['error', 'warning', 'note'],
    },
    { flags: '--all', text: 'also list the sessions without problems' },
    {
      flags: '--error <text>',
      text: 'a pasted error of the API or the client: say what it is about, and what helps',
      against: ['--all', '--severity'],
    },
  ],
  examples: [
    ['clew check', 'all your sessions'],
    ['clew check latest', 'the newest one, with notes'],
    ['clew check a1b2c3 --json', 'for programs'],
    ['clew check --severity error', 'only what breaks a resume'],
    ['clew check latest --error "messages.37.content.1: …"', 'which entry an API error is about'],
  ],
  run: runCheck,
};

async function runCheck(context: CliContext, input: CommandInput): Promise<number> {
  const pasted = textFlag(input, 'error');
  if (pasted !== undefined) return explainError(pasted, context, input);
  return input.args.length > 0 ? checkNamed(context, input) : checkAll(context, input);
}

async function explainError(pasted: string, context: CliContext, input: CommandInput): Promise<number> {
  if (pasted.trim() === '') {
    throw new Refusal('empty-error', 'The error is empty.', 'Paste what the client showed behind --error.');
  }
  if (input.args.length > 1) {
    throw new Refusal(
      'several-sessions',
      'An API error comes from one session.',
      'Name one, or none for the newest.',
    );
  }
  const [selection] = await selectSeveral(context, input, input.args.length > 0 ? input.args : ['latest']);
  const { file } = selection as Selection;
  const checked = await examineSelection(selection as Selection, context.now().getTime());
  const error = locateApiError(pasted, checked);
  const check = toFileCheck(file, { checked, agents: [] });
  if (input.json) await context.print(jsonDocument([check], input, error));
  else await context.print(await reportError(error, check, context));
  return error.places.length > 0 || WITHOUT_PLACE.has(error.kind) ? 0 : 1;
}

async function checkNamed(context: CliContext, input: CommandInput): Promise<number> {
  const selections = await selectSeveral(context, input);
  const report = new CheckReport(context, {
    least: leastOf(input, 'note'),
    all: true,
    wrap: await loadWrap(context),
  });
  const checks: FileCheck[] = [];
  for (const selection of selections) {
    const check = await checkSelection(selection, context.now().getTime());
    checks.push(check);
    const text = report.add(check);
    if (!input.json) await context.print(text);
  }
  if (input.json) await context.print(jsonDocument(checks, input));
  else if (checks.length > 1) await context.print(report.close());
  return checks.some(({ ok }) => !ok) ? 1 : 0;
}

async function checkAll(context: CliContext, input: CommandInput): Promise<number> {
  const homes = await findHomes(machineOf(context), input.homes);
  const { files, bytes, sessions, problems } = await checkHomes(homes, context.now().getTime());
  for (const { message } of problems) remark(context, input, message);
  const progress = new ProgressLine(context, input);
  let [done, bytesDone] = [0, 0];
  const report = new CheckReport(context, {
    least: leastOf(input, 'warning'),
    all: input.flags.all === true,
    wrap: await loadWrap(context),
  });
  let failed = 0;
  let printed = 0;
  if (input.json) await context.print('{\n  "sessions": [');
  for await (const { check, refusal, bytes: read } of files) {
    if (refusal) {
      progress.clear();
      remark(context, input, refusal.message);
      failed++;
    }
    if (check) {
      const text = report.add(check);
      if (text !== '' || input.json) progress.clear();
      // One by one, so that a home of any size takes the memory of its largest session.
      await context.print(input.json ? `${printed++ > 0 ? ',' : ''}\n${jsonOf(check, input)}` : text);
    }
    done = Math.min(done + 1, sessions);
    bytesDone += read;
    progress.show(
      () => `checking: ${done} of ${sessions} sessions, ${formatBytes(bytesDone)} of ${formatBytes(bytes)}`,
    );
  }
  progress.clear();
  if (input.json) await context.print(`${printed > 0 ? '\n  ' : ''}]\n}\n`);
  if (sessions === 0) return remarkNoSessions(context, input, homes);
  if (!input.json) await context.print(report.close());
  return failed > 0 || report.withErrors > 0 ? 1 : 0;
}

function leastOf(input: CommandInput, usual: Severity): Severity {
  return (textFlag(input, 'severity') as Severity | undefined) ?? usual;
}

function jsonDocument(checks: readonly FileCheck[], input: CommandInput, error?: LocatedError): string {
  const sessions = checks.map((check) => jsonOf(check, input)).join(',\n');
  const tail = error
    ? `,\n  "error": ${escapeControls(JSON.stringify(error, null, 2)).replaceAll('\n', '\n  ')}`
    : '';
  return `{\n  "sessions": [\n${sessions}\n  ]${tail}\n}\n`;
}

function jsonOf({ file, ok, problems, resume, agents }: FileCheck, input: CommandInput): string {
  const least = leastOf(input, 'note');
  const shown = (all: readonly Finding[]) => all.filter(({ severity }) => isAtLeast(severity, least));
  const troubled = agents
    .map((agent) => ({ ...agent, problems: shown(agent.problems) }))
    .filter((agent) => agent.problems.length > 0);
  const more = troubled.length > 0 ? { agents: troubled } : {};
  const text = JSON.stringify({ file, ok, problems: shown(problems), resume, ...more }, null, 2);
  return escapeControls(text).replace(/^/gm, '    ');
}
