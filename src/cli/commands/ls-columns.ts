// The columns of `clew ls`: what each shows on a terminal and in a pipe, and which go first where there is little room.
import pc from 'picocolors';
import { formatBytes } from '../../base/format-number.ts';
import { lastPart } from '../../base/last-part.ts';
import { stripToLine } from '../../base/strip-controls.ts';
import type { FileSummary } from '../../load/summarise-file.ts';
import { LIVE_MS } from '../../session/live-ms.ts';
import type { UsageSum } from '../../stats/sum-usage.ts';
import type { CliContext } from '../context.ts';
import { formatMoney } from '../format-money.ts';
import { formatAge, formatIso } from '../format-time.ts';
import type { Column } from '../table.ts';

export interface ColumnOptions {
  readonly context: Pick<CliContext, 'terminal' | 'color'>;
  readonly now: number;
  readonly long: boolean;
}

/** A session of the list; what it cost, where that was asked for. */
export interface ListedSession extends FileSummary {
  readonly usage?: UsageSum | undefined;
}

type SessionColumn = Column<ListedSession>;

export function sessionColumns(
  rows: readonly ListedSession[],
  options: ColumnOptions,
): readonly SessionColumn[] {
  const { context, now, long } = options;
  const { terminal } = context;
  const { dim, red, yellow, green, blue } = pc.createColors(context.color);
  const idLength = terminal && !long ? uniqueLength(rows) : undefined;
  const time = (at: number | undefined) => {
    if (at === undefined) return '';
    return terminal ? formatAge(at, now) : formatIso(at);
  };
  const count = (figure: number) => (figure === 0 ? '' : String(figure));
  const right = { align: 'right' } as const;
  const paintMark = (cell: string, row: FileSummary) => {
    if (isLive(row, now)) return blue(cell);
    return { ok: row.empty ? dim : green, problems: yellow, unreadable: red, missing: red }[row.health](cell);
  };
  const title: SessionColumn = { head: 'title', cell: nameOf, gives: true };
  const columns: SessionColumn[] = [
    { head: ' ', cell: (row) => markOf(row, now), paint: paintMark },
    { head: 'session', cell: (row) => stripToLine(row.sessionId).slice(0, idLength), paint: dim },
    ...(terminal ? [title] : []),
    { head: 'project', cell: (row) => projectOf(row, terminal), most: 18, minor: 2 },
    { head: 'turns', cell: (row) => count(row.turns), ...right, minor: 1 },
    { head: 'tools', cell: (row) => count(row.toolCalls), ...right, minor: 4 },
    { head: 'tokens', cell: (row) => tokensOf(row.contextTokens), ...right },
    { head: 'size', cell: (row) => formatBytes(row.bytes), ...right, minor: 3, paint: dim },
  ];
  if (rows.some(({ usage }) => usage !== undefined))
    columns.push({ head: 'cost', cell: ({ usage }) => costOf(usage), ...right, minor: 1 });
  if (long) {
    columns.push(
      { head: 'output', cell: (row) => outputOf(row), ...right, minor: 7 },
      { head: 'agents', cell: (row) => count(row.agents), ...right, minor: 6 },
      { head: 'branch', cell: (row) => stripToLine(row.gitBranch ?? ''), most: 20, minor: 8 },
      {
        head: 'model',
        cell: (row) => stripToLine(row.model ?? '').replace(/^claude-/, ''),
        most: 26,
        minor: 9,
      },
      { head: 'client', cell: (row) => stripToLine(row.version ?? ''), most: 10, minor: 10 },
      { head: 'last prompt', cell: (row) => stripToLine(row.lastPrompt ?? ''), most: 40, minor: 11 },
      { head: 'created', cell: (row) => time(row.created), ...right, minor: 5 },
    );
  }
  columns.push({ head: terminal ? 'when' : 'modified', cell: (row) => time(row.modified), ...right });
  // In a pipe titles are not cut: at the end of the line they push no other column out of sight.
  if (!terminal) columns.push(title);
  return columns;
}

export function isLive(summary: FileSummary, now: number): boolean {
  return !summary.empty && now - summary.fileModified < LIVE_MS;
}

/** Health is a shape first, so that it can be read without colour. */
function markOf(row: FileSummary, now: number): string {
  if (isLive(row, now)) return '○';
  if (row.health === 'missing') return '✕';
  if (row.health === 'unreadable') return '◆';
  if (row.health === 'problems') return '◐';
  return row.empty ? '◌' : '●';
}

function nameOf(row: FileSummary): string {
  const title = stripToLine(row.title ?? '');
  if (title !== '') return title;
  if (row.health === 'missing') return '(the session is gone, its agents are there)';
  return row.bytes === 0 ? '(empty file)' : '(no prompt)';
}

function projectOf(row: FileSummary, terminal: boolean): string {
  const path = row.project ?? '';
  return stripToLine(terminal ? lastPart(path) : path);
}

/** 950, 18k, 182k, 1.2M */
function tokensOf(tokens: number | undefined): string {
  if (tokens === undefined) return '';
  if (tokens < 1000) return String(tokens);
  return tokens < 999_500 ? `${Math.round(tokens / 1000)}k` : `${(tokens / 1_000_000).toFixed(1)}M`;
}

function outputOf(row: FileSummary): string {
  const tokens = tokensOf(row.outputTokens);
  return tokens !== '' && row.outputAtLeast ? `≥${tokens}` : tokens;
}

/** `≥` where the log does not know all of the output [M3], `+?` where some model has no price [K5]. */
function costOf(usage: UsageSum | undefined): string {
  if (!usage || usage.requests === 0) return '';
  if (usage.costUSD === undefined) return '?';
  const [least, more] = [usage.outputAtLeast > 0 ? '≥' : '', usage.unpriced.length > 0 ? '+?' : ''];
  return `${least}${formatMoney(usage.costUSD)}${more}`;
}

/** How many characters tell all shown ids apart; eight at least, as people know them from other tools. */
function uniqueLength(rows: readonly FileSummary[]): number {
  const ids = rows.map((row) => row.sessionId).sort();
  let length = 8;
  for (let i = 1; i < ids.length; i++) {
    const [a, b] = [ids[i - 1] as string, ids[i] as string];
    if (a === b) continue;
    let same = 0;
    while (same < a.length && a[same] === b[same]) same++;
    length = Math.max(length, same + 1);
  }
  return length;
}
