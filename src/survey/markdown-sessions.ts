// The Markdown report's parts that go session by session: the inventory, the chain, and the raw data at its end.
import { formatBytes, formatCount, formatShare } from '../base/format-number.ts';
import type { Survey } from './build-survey.ts';
import { type Counts, sumCounts } from './counter.ts';
import { code, markdownTable } from './markdown-table.ts';
import { nameOf } from './report-text.ts';
import type { SessionSurvey } from './surveyor.ts';

export function describeInventory({ sessions }: Survey): string {
  const rows = sessions.map((session) => [
    code(nameOf(session)),
    formatBytes(session.bytes),
    formatCount(session.lines),
    listCounts(session.entryTypes, 8),
    formatCount(session.turns.prompts),
    formatCount(session.toolCalls.uses),
    notable(session),
  ]);
  return markdownTable(
    ['Session', 'Size', 'Lines', 'Entries by type', 'Prompts', 'Tool calls', 'Notable'],
    'lrrlrrl',
    rows,
  );
}

export function describeTurns({ sessions, totals }: Survey): string {
  const row = (name: string, { turns }: Pick<SessionSurvey, 'turns'>): string[] => [
    name,
    formatCount(turns.prompts),
    formatCount(turns.boundary),
    formatCount(turns.textOnly),
  ];
  const rows = sessions.map((session) => row(code(nameOf(session)), session));
  return markdownTable(['Session', 'Prompts', 'Boundary', 'Text only'], 'lrrr', [
    row('**all**', totals),
    ...rows,
  ]);
}

export function describeChains({ sessions, totals }: Survey): string {
  const row = (name: string, { chain }: Pick<SessionSurvey, 'chain'>): string[] => [
    name,
    formatCount(chain.linked),
    `${formatCount(chain.parentIsPrevious)} (${formatShare(chain.parentIsPrevious, chain.linked)})`,
    formatCount(chain.parentIsNotPrevious),
    formatCount(chain.roots),
    formatCount(chain.dangling),
    formatCount(chain.forks),
    formatCount(chain.leaves),
    formatCount(chain.duplicateUuids),
  ];
  return markdownTable(
    [
      'Session',
      'Linked',
      'Parent is previous',
      'Other parent',
      'Roots',
      'Dangling',
      'Forks',
      'Leaves',
      'Repeated uuids',
    ],
    'lrrrrrrrr',
    [row('**all**', totals), ...sessions.map((session) => row(code(nameOf(session)), session))],
  );
}

export function describePairing({ sessions, totals }: Survey): string {
  const { uses, results, paired, orphanUses, orphanResults } = totals.toolCalls;
  const head = ['Session', 'Uses', 'Results', 'Paired', 'Uses without result', 'Results without use'];
  const all = ['**all**', uses, results, paired, orphanUses, orphanResults].map(show);
  const odd = sessions.filter(
    ({ toolCalls }) => toolCalls.orphanUses.length + toolCalls.orphanResults.length > 0,
  );
  const rows = odd.map(({ toolCalls, ...session }) =>
    [
      code(nameOf({ toolCalls, ...session })),
      ...[toolCalls.uses, toolCalls.results, toolCalls.paired],
      ...[toolCalls.orphanUses.length, toolCalls.orphanResults.length],
    ].map(show),
  );
  const note = odd.length === 0 ? '\n\nEvery use has its result, and every result its use.' : '';
  return `${markdownTable(head, 'lrrrrr', [all, ...rows])}${note}`;
}

export function describeRawData({ sessions }: Survey): string {
  return sessions.map(rawData).join('\n\n');
}

function rawData(session: SessionSurvey): string {
  const { entryTypes, stopReasons, contentBlocks, models, versions, tools } = session;
  const data = { entryTypes, stopReasons, contentBlocks, models, versions, tools };
  const lines = Object.entries(data)
    .filter(([, value]) => Object.keys(value).length > 0)
    .map(([name, value]) => `  ${JSON.stringify(name)}: ${JSON.stringify(value)}`);
  // Backticks in a value could end the fence.
  const json = `{\n${lines.join(',\n')}\n}`.replaceAll('`', '\\u0060');
  return `### ${code(nameOf(session))}\n\n\`\`\`json\n${json}\n\`\`\``;
}

/** "user 206, assistant 217"; what is beyond `most` is summed. */
export function listCounts(counts: Counts, most: number): string {
  const rows = Object.entries(counts);
  const shown = rows.slice(0, most).map(([name, count]) => `${code(name)} ${formatCount(count)}`);
  const rest = rows.slice(most).reduce((sum, [, count]) => sum + count, 0);
  return [...shown, ...(rest > 0 ? [`others ${formatCount(rest)}`] : [])].join(', ');
}

function notable({ models, stopReasons, ...session }: SessionSurvey): string {
  const blocks = session.contentBlocks.assistant;
  const facts: readonly (string | false)[] = [
    sumCounts(models) > 0 && listCounts(models, 3),
    sumCounts(stopReasons) > 0 && `stop: ${listCounts(stopReasons, 4)}`,
    (blocks.thinking ?? 0) > 0 && `thinking ${formatCount(blocks.thinking ?? 0)}`,
    session.compactions > 0 && `compactions ${session.compactions}`,
    session.unreadable > 0 && `unreadable ${session.unreadable}`,
    session.chain.forks > 0 && `forks ${session.chain.forks}`,
    session.sidechainEntries > 0 && `sidechain ${formatCount(session.sidechainEntries)}`,
  ];
  return facts.filter(Boolean).join('; ');
}

function show(cell: string | number): string {
  return typeof cell === 'number' ? formatCount(cell) : cell;
}
