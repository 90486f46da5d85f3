// The survey, cleaned, as a report for the terminal: totals and tables, the sessions that stand out, or one session in detail.
import { compareVersions, formatVersions } from '../base/compare-versions.ts';
import { cutToWidth } from '../base/cut-to-width.ts';
import { countOf, formatBytes, formatCount, formatShare } from '../base/format-number.ts';
import { lastPart } from '../base/last-part.ts';
import type { Survey } from './build-survey.ts';
import { type Counts, sumCounts } from './counter.ts';
import { findUnusual } from './find-unusual.ts';
import type { SessionSurvey } from './surveyor.ts';
import { alignTable } from './text-table.ts';

/** The colours used; picocolors has these and more. */
export interface Paint {
  readonly bold: (text: string) => string;
  readonly dim: (text: string) => string;
  readonly cyan: (text: string) => string;
  readonly yellow: (text: string) => string;
}

export interface TextOptions {
  readonly width: number;
  readonly paint: Paint;
}

const MOST_ROWS = 15;
const MOST_KINDS = 8;
const MOST_UNUSUAL = 5;
const MOST_ORPHANS = 10;

/** `survey` must have gone through `cleanStrings`: what stands in it is printed as it is. */
export function reportText(survey: Survey, options: TextOptions): string {
  const { totals, sessions } = survey;
  const only = sessions.length === 1 ? sessions[0] : undefined;
  const sections = [
    summarise(survey, options),
    countTable('Entry types', withKinds(survey), totals.entries, options),
    countTable('User entries', totals.userKinds, totals.entryTypes.user ?? 0, options),
    countTable('Content blocks', blockRows(survey), blockSum(survey), options),
    countTable('Stop reasons', totals.stopReasons, totals.entryTypes.assistant ?? 0, options),
    countTable('Models', totals.models, totals.entryTypes.assistant ?? 0, options),
    countTable('Client versions', totals.versions, sumCounts(totals.versions), options),
    countTable('Tools', totals.tools, sumCounts(totals.tools), options),
    numberTable('Turns, by three rules', turnRows(survey), options),
    numberTable('Tool calls', toolRows(survey), options),
    numberTable('Chain', chainRows(survey), options),
    numberTable('Messages and threads', messageRows(survey), options),
    countTable('Unknown types', totals.unknownTypes, totals.entries, options),
    only ? listOrphans(only, options) : listUnusual(sessions, options),
    [options.paint.dim('Every field with its versions: --format md. What is new to clew: --drift.')],
  ];
  return `${sections
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n')}\n`;
}

/** The name a person knows a file by. */
export function nameOf(session: SessionSurvey): string {
  return lastPart(session.file).replace(/\.jsonl$/, '');
}

function summarise({ totals, sessions }: Survey, { width, paint }: TextOptions): string[] {
  const [only] = sessions;
  const what = sessions.length === 1 && only ? nameOf(only) : countOf(sessions.length, 'file');
  const dates = [totals.firstTimestamp, totals.lastTimestamp].map((time) => time?.slice(0, 10));
  const versions = Object.keys(totals.versions).sort(compareVersions);
  const clients = formatVersions(versions[0] ?? null, versions.at(-1) ?? null);
  const facts = [
    `${countOf(totals.lines, 'line')}: ${countOf(totals.entries, 'entry', 'entries')}`,
    `${formatCount(totals.unreadable)} unreadable, ${formatCount(totals.blank)} blank`,
  ];
  const more = [
    dates[0] && (dates[0] === dates[1] ? dates[0] : `${dates[0]} to ${dates[1]}`),
    clients && `clients ${clients}`,
  ].filter(Boolean);
  return [
    `${paint.bold(cutToWidth(what, width - 12))}, ${formatBytes(totals.bytes)}`,
    cutToWidth(facts.join(', '), width),
    ...(more.length > 0 ? [paint.dim(cutToWidth(more.join(', '), width))] : []),
  ];
}

type Row = readonly [name: string, count: number];

function countTable(
  title: string,
  counts: Counts | readonly Row[],
  of: number,
  options: TextOptions,
): string[] {
  const rows: readonly Row[] = isRows(counts) ? counts : Object.entries(counts);
  if (rows.length === 0) return [];
  const { paint, width } = options;
  const shown = rows.length > MOST_ROWS + 1 && !isRows(counts) ? rows.slice(0, MOST_ROWS) : rows;
  const lines = alignTable(
    shown.map(([name, count]) => [name, formatCount(count), formatShare(count, of)]),
    { align: 'lrr', width, paint: (cell, column) => (column === 2 ? paint.dim(cell) : cell) },
  );
  const left = rows.slice(shown.length);
  const rest = left.reduce((sum, [, count]) => sum + count, 0);
  if (left.length > 0)
    lines.push(paint.dim(`  and ${formatCount(left.length)} more, ${formatCount(rest)} times`));
  return [paint.bold(title), ...lines];
}

function isRows(counts: Counts | readonly Row[]): counts is readonly Row[] {
  return Array.isArray(counts);
}

// Subtypes and kinds stand below their type, as far as there is more than one.
function withKinds({ totals }: Survey): Row[] {
  const kinds: Readonly<Record<string, Counts>> = {
    system: totals.systemSubtypes,
    attachment: totals.attachmentTypes,
    progress: totals.progressTypes,
  };
  return Object.entries(totals.entryTypes).flatMap(([type, count]): Row[] => {
    const inner = Object.hasOwn(kinds, type) ? Object.entries(kinds[type] ?? {}) : [];
    const shown = inner.slice(0, MOST_KINDS);
    const rest = inner.slice(MOST_KINDS).reduce((sum, [, times]) => sum + times, 0);
    const rows = shown.map(([kind, times]): Row => [`  ${kind}`, times]);
    return [[type, count], ...rows, ...(rest > 0 ? [['  (more kinds)', rest] as const] : [])];
  });
}

function blockRows({ totals: { contentBlocks } }: Survey): Row[] {
  return (['assistant', 'user'] as const).flatMap((role) =>
    Object.entries(contentBlocks[role])
      .slice(0, MOST_ROWS)
      .map(([type, count]): Row => [`${role}: ${type}`, count]),
  );
}

function blockSum({ totals: { contentBlocks } }: Survey): number {
  return sumCounts(contentBlocks.user) + sumCounts(contentBlocks.assistant);
}

type Fact = readonly [name: string, value: number, note?: string];

function numberTable(title: string, facts: readonly Fact[], { width, paint }: TextOptions): string[] {
  if (facts.every(([, value]) => value === 0)) return [];
  const rows = facts.map(([name, value, note = '']) => [name, formatCount(value), note]);
  const dim = (cell: string, column: number): string => (column === 2 ? paint.dim(cell) : cell);
  return [paint.bold(title), ...alignTable(rows, { align: 'lrl', width, paint: dim })];
}

function turnRows({ totals: { turns } }: Survey): Fact[] {
  return [
    ['prompts', turns.prompts, 'what a person typed'],
    ['boundary', turns.boundary, 'a text in an array opens one, end_turn closes it'],
    ['text only', turns.textOnly, 'an array with text, no tool result, not meta'],
  ];
}

function toolRows({ totals: { toolCalls } }: Survey): Fact[] {
  return [
    ['uses', toolCalls.uses],
    ['results', toolCalls.results],
    ['paired', toolCalls.paired],
    ['uses without result', toolCalls.orphanUses],
    ['results without use', toolCalls.orphanResults],
  ];
}

function chainRows({ totals: { chain } }: Survey): Fact[] {
  return [
    ['linked entries', chain.linked],
    ['parent is the previous', chain.parentIsPrevious, formatShare(chain.parentIsPrevious, chain.linked)],
    ['parent is another', chain.parentIsNotPrevious, formatShare(chain.parentIsNotPrevious, chain.linked)],
    ['roots', chain.roots],
    ['dangling parents', chain.dangling],
    ['forks', chain.forks, 'two prompts, or a prompt and an answer'],
    ['leaves', chain.leaves],
    ['repeated uuids', chain.duplicateUuids],
  ];
}

function messageRows({ totals }: Survey): Fact[] {
  const { assistant, spanning } = totals.messages;
  return [
    ['assistant messages', assistant],
    ['on several lines', spanning, formatShare(spanning, assistant)],
    ['session ids', totals.sessionIds, totals.files > 1 ? 'summed over files' : ''],
    ['compactions', totals.compactions],
    ['sidechain entries', totals.sidechainEntries],
  ];
}

function listUnusual(sessions: readonly SessionSurvey[], { width, paint }: TextOptions): string[] {
  const unusual = findUnusual(sessions, MOST_UNUSUAL);
  if (unusual.length === 0) return [];
  const lines = unusual.flatMap(({ session, remarks }) => [
    `  ${paint.cyan(cutToWidth(nameOf(session), width - 2))}`,
    `    ${cutToWidth(remarks.join(', '), width - 4)}`,
  ]);
  return [paint.bold('Most unusual'), ...lines];
}

function listOrphans({ toolCalls }: SessionSurvey, { width, paint }: TextOptions): string[] {
  const list = (title: string, ids: readonly string[]): string[] => {
    if (ids.length === 0) return [];
    const shown = ids.slice(0, MOST_ORPHANS).map((id) => `  ${cutToWidth(id, width - 2)}`);
    const left = ids.length - shown.length;
    const more = left > 0 ? [paint.dim(`  and ${formatCount(left)} more; --json lists all`)] : [];
    return [paint.yellow(title), ...shown, ...more];
  };
  const uses = list('Tool uses without a result', toolCalls.orphanUses);
  return [...uses, ...list('Results without a tool use', toolCalls.orphanResults)];
}
