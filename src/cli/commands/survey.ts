// `clew survey`: the format report of any set of sessions, for the terminal, as Markdown or as JSON.
import pc from 'picocolors';
import { encodeUtf8 } from '../../base/bytes.ts';
import { formatBytes } from '../../base/format-number.ts';
import { Refusal } from '../../base/refusal.ts';
import { stripToLine } from '../../base/strip-controls.ts';
import { findHomes } from '../../disk/find-homes.ts';
import { findSessions } from '../../disk/find-sessions.ts';
import { resolvePath } from '../../disk/machine.ts';
import { quoteName } from '../../disk/quote-name.ts';
import type { Selection } from '../../disk/select-session.ts';
import { writeFileAtomically } from '../../disk/write-file.ts';
import { buildSurvey, type Survey } from '../../survey/build-survey.ts';
import { cleanStrings } from '../../survey/clean-strings.ts';
import { FieldTable } from '../../survey/field-table.ts';
import { type Drift, findDrift } from '../../survey/find-drift.ts';
import { reportDrift } from '../../survey/report-drift.ts';
import { driftMarkdown, reportMarkdown } from '../../survey/report-markdown.ts';
import { reportText } from '../../survey/report-text.ts';
import type { SessionSurvey } from '../../survey/surveyor.ts';
import { type CommandInput, type CommandSpec, textFlag } from '../command.ts';
import type { CliContext } from '../context.ts';
import { jsonText } from '../json-text.ts';
import { machineOf } from '../machine-of.ts';
import { ProgressLine } from '../progress-line.ts';
import { readOutput } from '../read-flags.ts';
import { remark, remarkNoSessions } from '../remark.ts';
import { selectSeveral } from '../select-several.ts';
import { surveyInParallel } from './survey-pool.ts';
import type { SurveySource } from './survey-share.ts';

export const surveyCommand: CommandSpec = {
  name: 'survey',
  args: '[selectors...]',
  summary: 'describe the format of sessions: types, fields, blocks, turns, pairing, chain',
  description:
    'Describes what session files hold: entry types and fields with their presence, content blocks, stop reasons, ' +
    'tools, models, versions, turns by three rules, tool call pairing, the chain of uuids, and unknown things. ' +
    'Without a selector: all sessions and agents of your homes.',
  flags: [
    {
      flags: '--format <format>',
      text: 'text, md or json',
      choices: ['text', 'md', 'json'],
      default: 'text',
    },
    {
      flags: '--drift',
      text: 'only what is new to clew: types, kinds, blocks, fields; exit 1 if there is any',
    },
    { flags: '-o, --output <file>', text: 'write the report to a new file instead of stdout' },
  ],
  examples: [
    ['clew survey', 'all your sessions, summed up'],
    ['clew survey latest', 'the newest session'],
    ['clew survey --format md -o report.md', 'the whole format report, with every field'],
    ['clew survey a1b2c3 --json', 'one session in numbers'],
    ['clew survey --drift', 'what newer clients write that clew does not know'],
  ],
  run: runSurvey,
};

async function runSurvey(context: CliContext, input: CommandInput): Promise<number> {
  if (input.json && textFlag(input, 'format') === 'md')
    throw new Refusal('two-formats', '--json and --format md ask for two things.', 'Give one of them.');
  const named = input.args.length > 0;
  const sources = named ? await selectSources(context, input) : await allSources(context, input);
  const { sessions, fields, failed } = await surveyAll(sources, { context, input, named });
  if (named) refuseIfNoSession(sessions, context, input);
  const survey = buildSurvey(sessions, fields);
  if (survey.totals.lines === 0 && !input.json && textFlag(input, 'format') !== 'json') return 1;
  const drift = findDrift(survey.fields);
  await deliver(render(survey, drift, context, input), context, input);
  if (survey.totals.lines === 0 || failed > 0) return 1;
  return input.flags.drift === true && drift.length > 0 ? 1 : 0;
}

async function selectSources(context: CliContext, input: CommandInput): Promise<SurveySource[]> {
  const selections = await selectSeveral(context, input);
  return selections.map((selection) => ({ file: selection.file, bytes: bytesOf(selection) }));
}

function bytesOf(selection: Selection): number {
  if (selection.kind === 'session') return selection.session.bytes;
  return selection.kind === 'agent' ? selection.agent.bytes : 0;
}

/** All main sessions and agents of the homes, by path. Empty files count as nothing [F4]. */
async function allSources(context: CliContext, input: CommandInput): Promise<SurveySource[]> {
  const homes = await findHomes(machineOf(context), input.homes);
  const { sessions, looseAgents, orphans, problems } = await findSessions(homes);
  for (const { message } of problems) remark(context, input, message);
  const nested = [...sessions, ...orphans].flatMap(({ agents }) => agents);
  const sources: SurveySource[] = [...sessions, ...nested, ...looseAgents];
  if (sources.length === 0) remarkNoSessions(context, input, homes);
  return sources.sort((a, b) => (a.file < b.file ? -1 : 1));
}

interface Surroundings {
  readonly context: CliContext;
  readonly input: CommandInput;
  /** Whether the files were named one by one: then one that cannot be read is a refusal, not a remark. */
  readonly named: boolean;
}

interface Surveyed {
  readonly sessions: readonly SessionSurvey[];
  readonly fields: FieldTable;
  readonly failed: number;
}

async function surveyAll(
  sources: readonly SurveySource[],
  { context, input, named }: Surroundings,
): Promise<Surveyed> {
  const fields = new FieldTable();
  const sessions: SessionSurvey[] = [];
  let failed = 0;
  const progress = new ProgressLine(context, input);
  const total = sources.reduce((sum, { bytes }) => sum + bytes, 0);
  let done = 0;
  const onBytes = (bytes: number): void => {
    done += bytes;
    progress.show(() => describeProgress(sources.length, done, total));
  };
  try {
    const shares = await surveyInParallel(sources, { named, onBytes });
    for (const share of shares) {
      for (const session of share.sessions) sessions.push(session);
      fields.merge(share.fields);
      for (const refusal of share.refusals) {
        progress.clear();
        remark(context, input, refusal);
        failed++;
      }
    }
  } finally {
    progress.clear();
  }
  return { sessions, fields, failed };
}

function describeProgress(files: number, done: number, total: number): string {
  const of = total > 0 ? ` of ${formatBytes(total)}` : '';
  return `surveying: ${files > 1 ? `${files} files, ` : ''}${formatBytes(done)}${of}`;
}

function refuseIfNoSession(
  sessions: readonly SessionSurvey[],
  context: CliContext,
  input: CommandInput,
): void {
  const foreign = sessions.filter(({ entries, unreadable }) => entries === 0 && unreadable > 0);
  for (const { file } of foreign) {
    const sentence = `${quoteName(file)} is not a session file: none of its lines is a JSON object.`;
    if (foreign.length === sessions.length)
      throw new Refusal('not-a-session', sentence, '`clew ls` lists the sessions.');
    remark(context, input, sentence);
  }
  for (const { file, lines } of sessions)
    if (lines === 0) remark(context, input, `${quoteName(file)} is empty.`);
}

function render(survey: Survey, drift: readonly Drift[], context: CliContext, input: CommandInput): string {
  const format = input.json ? 'json' : textFlag(input, 'format');
  const onlyDrift = input.flags.drift === true;
  if (format === 'json') {
    const document = onlyDrift ? { ...survey, drift } : survey;
    return jsonText(document, 2);
  }
  // The fields are most of a survey, and the report for the terminal has none of them.
  const fields = format === 'md' || onlyDrift ? survey.fields : [];
  const shown = cleanStrings({ survey: { ...survey, fields }, drift }, stripToLine);
  if (format === 'md') {
    if (onlyDrift) return `# Format drift\n\n${driftMarkdown(shown.drift)}\n`;
    return reportMarkdown(shown.survey, shown.drift);
  }
  const toFile = readOutput(input) !== undefined;
  const options = {
    width: toFile ? 80 : Math.max(40, Math.min(context.columns, 100)),
    paint: pc.createColors(context.color && !toFile),
  };
  return onlyDrift ? reportDrift(shown.survey, shown.drift, options) : reportText(shown.survey, options);
}

async function deliver(text: string, context: CliContext, input: CommandInput): Promise<void> {
  const output = readOutput(input);
  if (output === undefined) return context.print(text);
  const file = resolvePath(output, machineOf(context));
  await writeFileAtomically(file, [encodeUtf8(text)]);
  if (!input.quiet) context.printError(`Written to ${quoteName(file)}.\n`);
}
