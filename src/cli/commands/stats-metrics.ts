// `clew stats --metrics`: what the work was like, overall, by session, and for a named session by agent.
import pc from 'picocolors';
import { countOf, formatCount } from '../../base/format-number.ts';
import { Refusal } from '../../base/refusal.ts';
import { stripToLine } from '../../base/strip-controls.ts';
import { formatDuration, formatTokens } from '../../render/format.ts';
import { describeWork, type ToolMetrics, type WorkMetrics } from '../../stats/metrics/describe-work.ts';
import { addWork } from '../../stats/metrics/measure-work.ts';
import type { Spread } from '../../stats/metrics/spread.ts';
import type { CommandInput } from '../command.ts';
import type { CliContext } from '../context.ts';
import { jsonText } from '../json-text.ts';
import { remark } from '../remark.ts';
import { shortId } from '../short-id.ts';
import { type Column, layoutFor, printTable } from '../table.ts';
import { type MeasuredSession, measureSessions } from './stats-metrics-source.ts';

const MOST_ROWS = 12;
const MOST_PATTERNS = 20;

export async function runMetrics(context: CliContext, input: CommandInput): Promise<number> {
  if (input.flags.csv === true)
    throw new Refusal('no-csv', '--metrics has no form with commas.', 'Use --json instead.');
  const choice = ['since', 'until', 'project'].find((name) => input.flags[name] !== undefined);
  if (choice !== undefined && input.args.length > 0)
    throw new Refusal(
      'two-choices',
      `--metrics of a session that is named is of all of it: --${choice} chooses nothing there.`,
      `Leave out --${choice}, or name no session.`,
    );
  const sessions = await measureSessions(context, input);
  const overall = describeWork(addWork(sessions.map(({ work }) => work)));
  if (input.json) await context.print(metricsJson(sessions, overall, input));
  else if (overall.requests + overall.toolCalls > 0)
    await context.print(await metricsText(sessions, overall, context));
  if (overall.requests + overall.toolCalls > 0) return 0;
  remark(context, input, 'No session with any work fits.');
  return 1;
}

// Of many sessions the threads are left out: that would be most of the document.
function metricsJson(
  sessions: readonly MeasuredSession[],
  overall: WorkMetrics,
  input: CommandInput,
): string {
  return jsonText(
    {
      overall: metricsFields(overall),
      sessions: sessions.map(({ sessionId, file, work, threads }) => ({
        sessionId,
        file,
        ...metricsFields(describeWork(work)),
        ...(input.args.length > 0
          ? {
              threads: threads.map((thread) => ({
                agentId: thread.agentId ?? null,
                ...metricsFields(describeWork(thread.work)),
              })),
            }
          : {}),
      })),
    },
    2,
  );
}

function metricsFields({ startedAt, endedAt, ...rest }: WorkMetrics): object {
  const iso = (time: number | undefined): string | undefined =>
    time === undefined ? undefined : new Date(time).toISOString();
  return { startedAt: iso(startedAt), endedAt: iso(endedAt), ...rest };
}

async function metricsText(
  sessions: readonly MeasuredSession[],
  overall: WorkMetrics,
  context: CliContext,
): Promise<string> {
  const paint = pc.createColors(context.color);
  const layout = layoutFor(context);
  const tools = overall.tools.slice(0, MOST_ROWS);
  const parts = [
    answer(overall),
    '',
    ...factLines(overall, paint.dim),
    ...(tools.length > 0 ? ['', (await printTable(tools, TOOL_COLUMNS, layout)).trimEnd()] : []),
    ...patternLines(sessions),
  ];
  const rows = workRows(sessions);
  if (rows.length > 1) parts.push('', (await printTable(rows, WORK_COLUMNS, layout)).trimEnd());
  return `${parts.join('\n')}\n`;
}

function answer(work: WorkMetrics): string {
  const what = work.sessions === 1 ? 'The session' : countOf(work.sessions, 'session');
  const calls = countOf(work.toolCalls, 'tool call');
  const rate =
    work.successRate === undefined
      ? ''
      : `, ${percent(work.successRate)} ${work.toolCalls === 1 ? 'successful' : 'of them successful'}`;
  const odd = work.patterns.length;
  const flags = odd === 0 ? 'nothing odd' : countOf(odd, 'odd pattern');
  const verb = work.sessions === 1 ? 'was' : 'were';
  return `${what} ${verb} active for ${formatDuration(work.activeMs)}: ${countOf(work.turns, 'turn')}, ${countOf(work.requests, 'request')}, ${calls}${rate}; ${flags}.`;
}

function factLines(work: WorkMetrics, faint: (text: string) => string): string[] {
  const { statuses } = work;
  const facts: (readonly [string, string | undefined])[] = [
    [
      'time',
      `${formatDuration(work.activeMs)} active of ${formatDuration(work.durationMs)} from first to last entry`,
    ],
    ['prompts apart', spread(work.promptIntervalMs, formatDuration)],
    ['turns take', spread(work.turnDurationMs, formatDuration)],
    ['requests a turn', spread(work.turnRequests, String)],
    [
      'calls',
      `${formatCount(statuses.ok)} ok, ${formatCount(statuses.error)} failed, ${formatCount(statuses.rejected)} rejected, ${formatCount(statuses.interrupted)} interrupted, ${formatCount(statuses.pending)} without a result`,
    ],
    [
      'agents',
      work.agentCalls === 0
        ? undefined
        : `${formatCount(work.agentCalls)} called${work.agentBursts > 0 ? `, ${countOf(work.agentBursts, 'time')} several at once (at most ${work.largestBurst})` : ''}`,
    ],
    [
      'retries',
      `${formatCount(work.apiRetries)} of requests, ${formatCount(work.callRetries)} of calls that had just failed`,
    ],
    [
      'cache',
      work.cacheEfficiency === undefined
        ? undefined
        : `${percent(work.cacheEfficiency)} of ${formatTokens(work.input + work.cacheRead + work.cacheWrite)} tokens read came from it`,
    ],
  ];
  return facts.flatMap(([name, text]) => (text === undefined ? [] : [`${faint(name.padEnd(16))}${text}`]));
}

function spread(of: Spread | undefined, format: (value: number) => string): string | undefined {
  if (!of) return undefined;
  return of.count === 1
    ? format(of.median)
    : `median ${format(of.median)}, nine of ten within ${format(of.p90)}, at most ${format(of.most)}`;
}

const TOOL_COLUMNS: readonly Column<ToolMetrics>[] = [
  { head: 'tool', cell: ({ name }) => stripToLine(name), gives: true, most: 40 },
  { head: 'calls', cell: ({ calls }) => formatCount(calls), align: 'right' },
  { head: 'failed', cell: ({ errors }) => (errors > 0 ? formatCount(errors) : ''), align: 'right' },
  {
    head: 'rejected',
    cell: ({ rejected }) => (rejected > 0 ? formatCount(rejected) : ''),
    align: 'right',
    minor: 3,
  },
  {
    head: 'success',
    cell: ({ successRate }) => (successRate === undefined ? '' : percent(successRate)),
    align: 'right',
  },
  {
    head: 'median time',
    cell: ({ durationMs }) => (durationMs ? formatDuration(durationMs.median) : ''),
    align: 'right',
    minor: 1,
  },
  {
    head: 'longest',
    cell: ({ durationMs }) => (durationMs ? formatDuration(durationMs.most) : ''),
    align: 'right',
    minor: 2,
  },
];

function patternLines(sessions: readonly MeasuredSession[]): string[] {
  const found = sessions.flatMap(({ sessionId, work }) =>
    work.patterns.map((pattern) => ({ ...pattern, sessionId })),
  );
  if (found.length === 0) return [];
  const shown = found
    .sort((a, b) => (a.rule === b.rule ? b.count - a.count : a.rule < b.rule ? -1 : 1))
    .slice(0, MOST_PATTERNS);
  const lines = shown.map(({ rule, says, sessionId, agentId, line }) => {
    const agent = agentId === undefined ? '' : `, agent ${stripToLine(agentId)}`;
    return `  ${rule.padEnd(10)}  ${stripToLine(says)} (${stripToLine(shortId(sessionId))}${agent}, line ${line})`;
  });
  if (shown.length < found.length) lines.push(`  … and ${formatCount(found.length - shown.length)} more`);
  return ['', 'Odd patterns:', ...lines];
}

interface WorkRow {
  readonly name: string;
  readonly work: WorkMetrics;
}

/** The threads of a single session, else the sessions; the longest active first. */
function workRows(sessions: readonly MeasuredSession[]): WorkRow[] {
  const [only] = sessions;
  const rows =
    sessions.length === 1 && only
      ? only.threads.map(({ agentId, work }) => ({ name: agentId ?? 'main', work: describeWork(work) }))
      : sessions.map(({ sessionId, work }) => ({ name: shortId(sessionId), work: describeWork(work) }));
  return rows.sort((a, b) => b.work.activeMs - a.work.activeMs).slice(0, MOST_ROWS);
}

const WORK_COLUMNS: readonly Column<WorkRow>[] = [
  { head: 'worker', cell: ({ name }) => stripToLine(name), gives: true, most: 30 },
  { head: 'active', cell: ({ work }) => formatDuration(work.activeMs), align: 'right' },
  { head: 'turns', cell: ({ work }) => formatCount(work.turns), align: 'right', minor: 4 },
  { head: 'requests', cell: ({ work }) => formatCount(work.requests), align: 'right', minor: 3 },
  { head: 'calls', cell: ({ work }) => formatCount(work.toolCalls), align: 'right' },
  {
    head: 'success',
    cell: ({ work }) => (work.successRate === undefined ? '' : percent(work.successRate)),
    align: 'right',
    minor: 1,
  },
  {
    head: 'cache',
    cell: ({ work }) => (work.cacheEfficiency === undefined ? '' : percent(work.cacheEfficiency)),
    align: 'right',
    minor: 2,
  },
  {
    head: 'odd',
    cell: ({ work }) => (work.patterns.length > 0 ? formatCount(work.patterns.length) : ''),
    align: 'right',
  },
];

function percent(share: number): string {
  return `${(share * 100).toFixed(share > 0.9995 || share < 0.0005 ? 0 : 1)} %`;
}
