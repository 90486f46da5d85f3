// `clew context` as text: what a resume loads and loses, what fills the window, how it grew, who the top consumers are.
import { countOf } from '../../base/format-number.ts';
import { stripToLine } from '../../base/strip-controls.ts';
import type { ContextDescription } from '../../context/describe-context.ts';
import { TOKEN_KINDS, type TokenKind } from '../../context/tokens/list-token-items.ts';
import { rollUp, type TokenRow, windowAt } from '../../context/tokens/roll-up.ts';
import { formatTokens } from '../format.ts';
import { cutLine } from '../terminal/fit-text.ts';
import type { Palette } from '../terminal/palette.ts';
import { bar, sparkline, stackedBar } from './bars.ts';
import { cacheLines } from './cache-lines.ts';
import { lossLines } from './loss-lines.ts';

interface ContextLayout {
  readonly title: string;
  readonly width: number;
  readonly palette: Palette;
}

/** What a person calls each kind of tokens. */
export const KIND_NAMES: Readonly<Record<TokenKind, string>> = {
  system: 'system prompt and tools',
  user: 'prompts',
  assistant: 'answers',
  thinking: 'thinking',
  'tool-input': 'tool calls',
  'tool-result': 'tool results',
  attachment: 'attachments',
  image: 'images',
  summary: 'summaries',
  other: 'other',
};

// A second cue beside colour, so that the bar reads in a pipe as well.
const FILLS: Readonly<Record<TokenKind, string>> = {
  system: '░',
  user: '█',
  assistant: '▓',
  thinking: '~',
  'tool-input': '+',
  'tool-result': '▒',
  attachment: '-',
  image: '#',
  summary: '=',
  other: '.',
};

export function contextLines(description: ContextDescription, layout: ContextLayout): string[] {
  const { prediction, now, growth } = description;
  const { palette } = layout;
  const lines = [palette.strong(cutLine(stripToLine(layout.title), layout.width)), verdict(description)];
  if (prediction.refused !== undefined || prediction.hangs) return [...lines, ...notes(description, layout)];
  lines.push(...lossLines(prediction, palette), '');
  lines.push(...fillLines(description, layout));
  if (growth.length > 1) lines.push('', ...growthLines(description, layout));
  lines.push(
    ...topLines(description, layout),
    ...cacheLines(description.cache, palette),
    ...notes(description, layout),
  );
  if (!now.systemKnown)
    lines.push(
      '',
      palette.faint('No request tells the size of the system prompt and tools: the total is without them.'),
    );
  return lines;
}

function verdict({ prediction, now }: ContextDescription): string {
  const { client, refused, hangs, loads, of, model } = prediction;
  if (hangs)
    return `Client ${client} would never come back from resuming this session: its links form a circle.`;
  if (refused !== undefined)
    return `Client ${client} would not resume this session: “${stripToLine(refused)}”.`;
  const share =
    now.filled === undefined
      ? ''
      : `, ${Math.round(now.filled * 100)} % of a window of ${formatTokens(now.window?.tokens ?? 0)}`;
  const about = now.basis === 'estimated' ? 'about ' : '';
  return `Resume will load ${loads} of ${countOf(of, 'message')}: ${about}${formatTokens(now.total)} tokens${share} (client ${client}${model ? `, ${stripToLine(model)}` : ''}).`;
}

function fillLines({ now }: ContextDescription, { width, palette }: ContextLayout): string[] {
  const whole = Math.max(now.window?.tokens ?? now.total, now.total, 1);
  const kinds = TOKEN_KINDS.filter((kind) => now.byKind[kind] > 0);
  const stacked = stackedBar(
    kinds.map((kind) => ({ share: now.byKind[kind] / whole, fill: FILLS[kind] })),
    Math.min(width, 100) - 2,
  );
  const largest = Math.max(...kinds.map((kind) => now.byKind[kind]), 1);
  const rows = [...kinds]
    .sort((a, b) => now.byKind[b] - now.byKind[a])
    .map((kind) => {
      const tokens = now.byKind[kind];
      const percent = Math.round((tokens / Math.max(now.total, 1)) * 100);
      const share = `${percent === 0 ? '<1' : percent} %`;
      return `  ${FILLS[kind]} ${KIND_NAMES[kind].padEnd(24)} ${formatTokens(tokens).padStart(7)} ${share.padStart(5)}  ${palette.faint(bar(tokens / largest, 24))}`;
    });
  return ['What would fill the window', `  ${stacked}`, ...rows];
}

function growthLines({ growth }: ContextDescription, { width, palette }: ContextLayout): string[] {
  const peak = growth.reduce((a, b) => (b.peak > a.peak ? b : a));
  const compactions = growth.filter((row) => row.dropped.compaction !== undefined).map((row) => row.turn);
  const cliffs = compactions.length > 0 ? `; compacted in turn ${compactions.join(', ')}` : '';
  const line = sparkline(
    growth.map((row) => row.peak),
    Math.min(width, 100) - 2,
  );
  return [
    `Growth over ${countOf(growth.length, 'turn')}`,
    `  ${line}`,
    palette.faint(`  largest request ${formatTokens(peak.peak)} in turn ${peak.turn}${cliffs}`),
  ];
}

function topLines({ ledger }: ContextDescription, layout: ContextLayout): string[] {
  if (ledger.requests.length === 0) return [];
  const sums = rollUp(windowAt(ledger));
  return [
    ...topList('Largest tools', sums.byTool, layout, (key) => key),
    ...topList('Largest files', sums.byFile, layout, (key) => key),
    ...topList(
      'Largest turns',
      sums.byTurn.filter((row) => row.key !== '0'),
      layout,
      (key) => `turn ${key}`,
    ),
  ];
}

const MOST_ROWS = 5;

function topList(
  head: string,
  rows: readonly TokenRow[],
  { width, palette }: ContextLayout,
  name: (key: string) => string,
): string[] {
  if (rows.length === 0) return [];
  const room = Math.min(width, 100) - 22;
  const shown = rows.slice(0, MOST_ROWS).map((row) => {
    const text = stripToLine(name(row.key));
    const cut = text.length > room ? `…${text.slice(text.length - room + 1)}` : text;
    return `  ${cut.padEnd(room)} ${formatTokens(row.tokens).padStart(7)} ${palette.faint(row.items > 1 ? `× ${row.items}` : '')}`.trimEnd();
  });
  return ['', head, ...shown];
}

function notes({ prediction }: ContextDescription, { palette }: ContextLayout): string[] {
  return prediction.notes.length === 0
    ? []
    : ['', ...prediction.notes.map((note) => palette.warning(`! ${stripToLine(note)}`))];
}
