// A row in the words of the inspector: what it is, which one of its turn, and its figures.
import { describeImage } from '../../../base/image-info.ts';
import { stripToLine } from '../../../base/strip-controls.ts';
import { formatDuration } from '../../../render/format.ts';
import type { TurnLine, WebRow } from '../../../server/api.ts';
import { formatBytes, formatK, formatNumber, formatSeconds, plural } from '../../data/format.ts';
import { iconOfTool } from '../../data/tool-icon.ts';
import { describeToolLine } from '../../data/tool-line.ts';
import type { IconName } from '../icon.tsx';
import type { Kind } from './bead.tsx';

interface RowDescription {
  readonly icon: IconName;
  readonly kind: Kind;
  readonly name: string;
  readonly where: string;
  readonly words: string;
}

const NAMES: Readonly<Record<WebRow['kind'], readonly [IconName, Kind, string]>> = {
  session: ['asst', 'asst', 'Session'],
  turn: ['user', 'user', 'Turn'],
  prompt: ['user', 'user', 'Prompt'],
  thinking: ['think', 'think', 'Thought'],
  text: ['asst', 'asst', 'Answer'],
  tool: ['tool', 'tool', 'Tool call'],
  agent: ['agent', 'agent', 'Agent'],
  compaction: ['compact', 'compact', 'Compaction'],
  fork: ['branch', 'system', 'Rewind'],
  notice: ['bell', 'system', 'Notice'],
  image: ['image', 'system', 'Picture'],
  unknown: ['braces', 'system', 'Unknown'],
  unreadable: ['error', 'error', 'Unreadable line'],
};

export function describeRow(
  row: WebRow,
  turns: readonly TurnLine[],
  at: (index: number) => WebRow | undefined,
): RowDescription {
  const [icon, kind, name] = NAMES[row.kind];
  const turn = turns.find(({ number }) => number === row.turn);
  const before = row.turn === 0;
  const of = row.kind === 'tool' && turn && turn.calls > 0 ? callWords(row, turn, at) : '';
  const where = [of, before ? 'before turn 1' : `turn ${row.turn}`].filter(Boolean).join(', ');
  if (row.kind === 'turn' && before) return { icon, kind, name: 'Start', where, words: '' };
  if (row.kind === 'turn') return { icon, kind, name: `Turn ${row.turn}`, where: '', words: '' };
  if (row.kind !== 'tool') return { icon, kind, name, where, words: wordsOfRow(row) };
  const line = describeToolLine(row);
  const agent = row.view.tool === 'Agent';
  return {
    icon: iconOfTool(row.name),
    kind: agent ? 'agent' : 'tool',
    name: line.name,
    where,
    words: line.arg ?? line.gist ?? '',
  };
}

// Which call of the turn it is can be told where all rows before it are there.
function callWords(row: WebRow, turn: TurnLine, at: (index: number) => WebRow | undefined): string {
  let number = 0;
  for (let index = turn.firstRow; index <= row.index; index++) {
    const one = at(index);
    if (!one) return plural(turn.calls, 'call');
    if (one.kind === 'tool') number++;
  }
  return number <= turn.calls ? `call ${number} of ${turn.calls}` : plural(turn.calls, 'call');
}

function wordsOfRow(row: WebRow): string {
  switch (row.kind) {
    case 'notice':
      return stripToLine(row.label);
    case 'agent':
      return stripToLine(row.description ?? row.agentId);
    case 'unknown':
      return stripToLine(row.type);
    default:
      return '';
  }
}

interface RowFact {
  readonly name: string;
  readonly value: string;
  readonly bad?: boolean;
  /** A name that machines gave: set as code, and as much of it as fits. */
  readonly id?: boolean;
}

/** `days`: the session goes over several, so times are told with theirs. */
export function factsOfRow(row: WebRow, days: boolean): RowFact[] {
  const facts: (RowFact | undefined)[] = [...ownFacts(row, days)];
  if (row.kind !== 'tool') {
    facts.push(row.time === undefined ? undefined : { name: 'Time', value: formatSeconds(row.time, days) });
    facts.push(row.tokens === undefined ? undefined : { name: 'Tokens', value: formatNumber(row.tokens) });
  }
  return facts.filter((fact) => fact !== undefined && fact.value !== '') as RowFact[];
}

function ownFacts(row: WebRow, days: boolean): (RowFact | undefined)[] {
  switch (row.kind) {
    case 'tool':
      return toolFacts(row, days);
    case 'turn':
      return [
        row.exchanges > 0 ? { name: 'Exchanges', value: formatNumber(row.exchanges) } : undefined,
        row.toolCalls > 0
          ? {
              name: 'Calls',
              value: `${formatNumber(row.toolCalls)}${row.failedCalls ? `, ${row.failedCalls} failed` : ''}`,
            }
          : undefined,
        took(row.durationMs),
        row.output > 0
          ? { name: 'Output', value: `${row.outputFinal ? '' : 'at least '}${plural(row.output, 'token')}` }
          : undefined,
        row.turn === 0 ? undefined : { name: 'Ended', value: row.ended.replaceAll('-', ' ') },
      ];
    case 'thinking':
      return [took(row.durationMs), sizeOf(row)];
    case 'text':
      return [{ name: 'Model', value: stripToLine(row.model ?? '') }, sizeOf(row)];
    case 'prompt':
      return [
        row.promptKind === 'prompt' ? undefined : { name: 'Kind', value: row.promptKind.replace('-', ' ') },
        sizeOf(row),
        row.reminders.length > 0
          ? { name: 'Reminders', value: formatNumber(row.reminders.length) }
          : undefined,
      ];
    case 'compaction':
      return [
        { name: 'Before', value: row.tokensBefore === undefined ? '' : formatNumber(row.tokensBefore) },
        { name: 'After', value: row.tokensAfter === undefined ? '' : formatNumber(row.tokensAfter) },
        took(row.durationMs),
      ];
    case 'agent':
      return [
        { name: 'Agent', value: row.agentId, id: true },
        { name: 'Window', value: row.contextTokens === undefined ? '' : formatK(row.contextTokens) },
        took(row.durationMs),
      ];
    case 'image':
      return [{ name: 'Picture', value: describeImage(row.image) }];
    case 'unreadable':
      return [{ name: 'Reason', value: row.reason.replaceAll('-', ' '), bad: true }];
    case 'notice':
      return [{ name: 'Kind', value: row.notice.replace('-', ' ') }];
    default:
      return [];
  }
}

function toolFacts(row: Extract<WebRow, { kind: 'tool' }>, days: boolean): (RowFact | undefined)[] {
  const { view } = row;
  const exit = view.tool === 'Bash' && view.exitCode !== undefined ? view.exitCode : undefined;
  return [
    exit === undefined ? undefined : { name: 'Exit', value: String(exit), bad: exit !== 0 },
    row.status === 'ok' || exit !== undefined
      ? undefined
      : { name: 'Status', value: row.status, bad: row.isError },
    { name: 'Started', value: formatSeconds(row.start, days) },
    took(row.durationMs),
    { name: 'Call', value: row.callTokens === undefined ? '' : plural(row.callTokens, 'token') },
    {
      name: 'Result',
      value: [
        row.resultTokens === undefined ? '' : plural(row.resultTokens, 'token'),
        row.resultLength > 0 ? formatBytes(row.resultLength) : '',
      ]
        .filter(Boolean)
        .join(', '),
    },
    ...row.agents.map((agent) => ({ name: 'Agent', value: agent.agentId, id: true })),
    { name: 'Id', value: stripToLine(row.callId), id: true },
  ];
}

function took(ms: number | undefined): RowFact | undefined {
  return ms === undefined || ms < 50 ? undefined : { name: 'Took', value: formatDuration(ms) };
}

function sizeOf({ text, cut }: Pick<WebRow, 'cut'> & { readonly text: string }): RowFact {
  const whole = cut?.find(({ path }) => path === 'text')?.length ?? text.length;
  return { name: 'Length', value: plural(whole, 'character') };
}
