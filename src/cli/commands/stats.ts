// `clew stats`: where the tokens and the money went, by day, model, project, session, agent, tool or 5-hour block.
import type { LedgerMessage } from '../../stats/ledger.ts';
import { type CommandInput, type CommandSpec, textFlag } from '../command.ts';
import type { CliContext } from '../context.ts';
import { NO_CATALOG_FLAG } from '../read-flags.ts';
import { remark, remarkNoSessions } from '../remark.ts';
import { GROUPINGS, KINDS, readOptions, type StatsOptions } from './stats-options.ts';
import { openAnswers, openUsage, type UsageSource } from './stats-source.ts';

export const statsCommand: CommandSpec = {
  name: 'stats',
  args: '[selectors...]',
  summary: 'tokens and money by day, model, project, session, agent, tool or 5-hour block; metrics',
  description:
    'Counts every answer once over all session files, agents included, and prices it. “≥” marks output that the log does not know in full. Prices of your own go into prices.json in clew’s data folder.',
  flags: [
    { flags: '--by <key>', text: 'what a row is', choices: GROUPINGS, default: 'day' },
    { flags: '--since <time>', text: 'from then on: 7d, 12h, 2026-01-02' },
    { flags: '--until <time>', text: 'until then; of a date, the whole day counts' },
    { flags: '--project <name>', text: 'only this project: a path, its last part, or any part of it' },
    { flags: '--only <kind>', text: 'only this kind of worker', choices: KINDS },
    {
      flags: '--timezone <zone>',
      text: 'the time zone of days: local, utc, Europe/Berlin, +02:00',
      default: 'local',
    },
    { flags: '--breakdown', text: 'each row by model too' },
    { flags: '-n, --most <number>', text: 'no more rows than this: the last days, the costliest others' },
    {
      flags: '--reconcile',
      text: 'how the total comes about: what each counting rule takes away or adds',
      against: ['--metrics', '--csv', '--by', '--breakdown', '--most'],
    },
    {
      flags: '--metrics',
      text: 'what the work was like: times, tools, errors, turns, cache, odd patterns',
      against: ['--by', '--breakdown', '--most', '--only'],
    },
    { flags: '--csv', text: 'rows as CSV, for a spreadsheet', against: ['--json'] },
    NO_CATALOG_FLAG,
  ],
  examples: [
    ['clew stats', 'by day'],
    ['clew stats --by model --since 30d', 'the last month by model'],
    ['clew stats --by block -n 3', 'the 5-hour blocks, with burn rate and projection'],
    ['clew stats --by project --breakdown', 'projects, each by model'],
    ['clew stats --reconcile', 'why the total is what it is'],
    ['clew stats --metrics latest', 'how the newest session went'],
  ],
  run: runStats,
};

async function runStats(context: CliContext, input: CommandInput): Promise<number> {
  if (input.flags.metrics === true) {
    const { runMetrics } = await import('./stats-metrics.ts');
    return runMetrics(context, input);
  }
  const options = await readOptions(context, input);
  return input.flags.reconcile === true
    ? reconcileUsage(context, input, options)
    : countUsage(context, input, options);
}

async function countUsage(context: CliContext, input: CommandInput, options: StatsOptions): Promise<number> {
  const { source, messages } = await openMessages(context, input, options);
  const { countRows } = await import('./stats-rows.ts');
  const rows = countRows(messages, options, context.now().getTime());
  if (input.json || input.flags.csv === true) {
    const { statsCsv, statsJson } = await import('./stats-json.ts');
    await context.print(input.json ? statsJson(rows, options) : statsCsv(rows, options));
  } else if (rows.totals.requests > 0) {
    const { statsText } = await import('./stats-text.ts');
    await context.print(await statsText(rows, options, context));
  }
  return rows.totals.requests > 0 ? 0 : explainNone(context, input, source);
}

interface OpenMessages {
  readonly source: UsageSource<unknown>;
  readonly messages: Iterable<LedgerMessage>;
}

// Which tools an answer called stands in the records alone.
async function openMessages(
  context: CliContext,
  input: CommandInput,
  { by }: StatsOptions,
): Promise<OpenMessages> {
  if (by === 'tool') {
    const source = tellProblems(await openUsage(context, input), context, input);
    const { buildLedger } = await import('../../stats/ledger.ts');
    return { source, messages: buildLedger(source.files).messages };
  }
  const source = tellProblems(await openAnswers(context, input), context, input);
  const { AnswerLedger } = await import('../../stats/answer-ledger.ts');
  return { source, messages: new AnswerLedger(source.files) };
}

async function reconcileUsage(
  context: CliContext,
  input: CommandInput,
  options: StatsOptions,
): Promise<number> {
  const source = tellProblems(await openUsage(context, input), context, input);
  const { reconcileJson, reconcileText } = await import('./stats-reconcile.ts');
  const text = input.json
    ? reconcileJson(source.files, options)
    : await reconcileText(source.files, options, context);
  await context.print(text);
  return source.files.length > 0 ? 0 : explainNone(context, input, source);
}

function tellProblems<Source extends UsageSource<unknown>>(
  source: Source,
  context: CliContext,
  input: CommandInput,
): Source {
  for (const problem of source.problems) remark(context, input, problem);
  return source;
}

function explainNone(
  context: CliContext,
  input: CommandInput,
  { homes, files }: UsageSource<unknown>,
): number {
  if (files.length === 0) return remarkNoSessions(context, input, homes);
  const asked = ['since', 'until', 'project', 'only'].some((name) => textFlag(input, name) !== undefined);
  remark(context, input, asked ? 'No request fits.' : 'These sessions hold no answer of a model.');
  return 1;
}
