// Pages of a transcript: some rows of a branch, whole where they were held slim, cut where they are long, as JSON.
import { stringField } from '../base/json.ts';
import { Refusal } from '../base/refusal.ts';
import type { Row } from '../render/row.ts';
import { valueAt } from '../render/web/cut-texts.ts';
import { type RowSetting, SHOWN_FORMATS, toWebRow } from '../render/web/to-web-row.ts';
import type { NumberedRow, WebThread } from '../render/web/web-thread.ts';
import { linesOfRow } from '../render/whole-rows.ts';
import type { RowAnswer, RowsAnswer, RowsQuery, RowTextAnswer, RowTextQuery, ThreadQuery } from './api.ts';
import type { ThreadView } from './model/session-model.ts';
import type { TokenIndex } from './model/token-index.ts';

interface RowsContext {
  readonly key: string;
  /** Undefined until the tokens of a long session are attributed. */
  readonly tokens: TokenIndex | undefined;
}

const PAGE = 100;
const MOST_ROWS = 500;
const MOST_CHARACTERS = 4000;

export async function pageRows(
  view: ThreadView,
  query: RowsQuery,
  context: RowsContext,
): Promise<RowsAnswer> {
  const { web } = view;
  const { from, count, found } = choosePage(view, query);
  const rows = await readWhole(view, web.rows(from, count));
  const most = query.most ?? MOST_CHARACTERS;
  return {
    from,
    total: web.total,
    rows: rows.map((row) =>
      toWebRow(row.row, settingOf(row, view, context), { most, imageSrc: imageSrc(query, context.key) }),
    ),
    ...(found === undefined ? {} : { found }),
  };
}

export async function oneRow(
  view: ThreadView,
  id: string,
  query: ThreadQuery,
  context: RowsContext,
): Promise<RowAnswer> {
  const row = await findRow(view, id);
  return {
    row: toWebRow(row.row, settingOf(row, view, context), { imageSrc: imageSrc(query, context.key) }),
  };
}

const TEXT_LENGTH = 1_000_000;
const MOST_TEXT = 4_000_000;

export async function rowText(view: ThreadView, id: string, query: RowTextQuery): Promise<RowTextAnswer> {
  const row = await findRow(view, id);
  const value = valueAt(toWebRow(row.row, { id, index: row.index, turn: 0 }), query.path);
  const text = typeof value === 'string' ? value : Array.isArray(value) ? JSON.stringify(value) : undefined;
  if (text === undefined) {
    throw new Refusal('no-such-text', `Row ${id} has no text at “${query.path.slice(0, 80)}”.`);
  }
  const offset = Math.max(0, query.offset ?? 0);
  const length = Math.min(MOST_TEXT, Math.max(0, query.length ?? TEXT_LENGTH));
  return { text: text.slice(offset, offset + length), offset, length: text.length };
}

export interface RowImage {
  readonly type: string;
  readonly base64: string;
}

export async function rowImage(view: ThreadView, id: string, n: number): Promise<RowImage> {
  const image = imageOf((await findRow(view, id)).row, n);
  if (!image) throw new Refusal('no-such-image', `Row ${id} has no picture ${n} that a page could show.`);
  return image;
}

/** The picture of a whole row; undefined where it has none that a page could show. */
export function imageOf(row: Row, n: number): RowImage | undefined {
  const block =
    row.kind === 'tool'
      ? row.call.resultImages[n]
      : row.kind === 'image' && n === 0
        ? row.blocks[0]
        : undefined;
  const source = block?.source as Parameters<typeof stringField>[0];
  const data = stringField(source, 'data');
  const format = stringField(source, 'media_type')?.replace(/^image\//, '') ?? '';
  if (data === undefined || !SHOWN_FORMATS.has(format)) return undefined;
  return { type: `image/${format === 'jpg' ? 'jpeg' : format}`, base64: data };
}

async function findRow(view: ThreadView, id: string): Promise<NumberedRow> {
  const index = view.web.indexOf(id);
  const [row] = index === undefined ? [] : await readWhole(view, view.web.rows(index, 1));
  if (!row) throw new Refusal('no-such-row', `There is no row ${id} on this branch.`);
  return row;
}

/** Reads the lines again whose bodies are not held. */
export async function readWhole(view: ThreadView, rows: readonly NumberedRow[]): Promise<NumberedRow[]> {
  const whole = await view.file.readWhole(rows.flatMap(({ row }) => linesOfRow(row)));
  return whole.size === 0 ? [...rows] : view.web.makeWhole(rows, whole);
}

interface Page {
  readonly from: number;
  readonly count: number;
  readonly found?: number;
}

function choosePage({ web, thread }: ThreadView, query: RowsQuery): Page {
  const count = Math.min(MOST_ROWS, Math.max(1, query.count ?? PAGE));
  if (query.turn !== undefined) return turnPage(web, query.turn, query.count);
  if (query.from !== undefined) {
    const from = query.from < 0 ? Math.max(0, web.total + query.from) : query.from;
    return { from: Math.min(from, web.total), count };
  }
  if (query.line === undefined && query.uuid === undefined) return { from: 0, count };
  const line = query.line ?? thread.graph.byUuid.get(query.uuid as string)?.entry.place.line;
  const found = line === undefined ? undefined : web.indexOfLine(line);
  if (found === undefined) {
    throw new Refusal(
      'no-such-entry',
      query.line === undefined
        ? `There is no entry ${query.uuid} on this branch.`
        : `No row of this branch shows line ${query.line}.`,
      'It may be on another branch.',
    );
  }
  return { from: Math.max(0, found - Math.floor(count / 4)), count, found };
}

function turnPage(web: WebThread, turns: string, most: number | undefined): Page {
  const [, first = '', last = first] = /^(\d{1,7})(?:\.\.(\d{1,7}))?$/.exec(turns) ?? [];
  const all = web.transcript.turns;
  const start = all.findIndex(({ number }) => number >= Number(first));
  const end = all.findLastIndex(({ number }) => number <= Number(last));
  if (start < 0 || end < start || first === '') {
    throw new Refusal(
      'no-such-turn',
      `There are no turns ${turns}: the branch has ${all.at(-1)?.number ?? 0}.`,
    );
  }
  const from = web.rangeOfTurn(start).from;
  const to = web.rangeOfTurn(end);
  return { from, count: Math.min(most ?? MOST_ROWS, MOST_ROWS, to.from + to.count - from) };
}

/** What a row does not know of itself. */
export function settingOf(
  numbered: NumberedRow,
  { web, thread }: Pick<ThreadView, 'web' | 'thread'>,
  { tokens }: Pick<RowsContext, 'tokens'>,
): RowSetting {
  const { id, index, row, turn, turnAt, timeBefore } = numbered;
  const setting = {
    id,
    index,
    turn: turn?.number ?? 0,
    ...tokens?.of(row),
    version: versionOf(row.uuid, thread),
  };
  switch (row.kind) {
    case 'turn':
      return { ...setting, turnFigures: turnFigures(web, turnAt) };
    case 'thinking': {
      const since = row.time !== undefined && timeBefore !== undefined ? row.time - timeBefore : undefined;
      return { ...setting, durationMs: since !== undefined && since >= 0 ? since : undefined };
    }
    case 'tool': {
      const calls = web.sameCalls(row);
      if (!calls || calls.rows.length < 2) return setting;
      const position = placeOf(index, calls.rows);
      const next = calls.rows[position + 1];
      const weight = tokens ? { tokens: tokens.ofCalls(calls.ids) } : {};
      const same = {
        count: calls.rows.length,
        position: position + 1,
        first: calls.rows[0] as number,
        ...weight,
      };
      return { ...setting, same: next === undefined ? same : { ...same, next } };
    }
    case 'compaction':
      return row.scope === 'full' && turn
        ? { ...setting, turns: { from: 1, to: Math.max(1, turn.number) } }
        : setting;
    default:
      return setting;
  }
}

// A call may be made thousands of times: to look at each of them for each of them would take the longer the more there are.
function placeOf(row: number, sorted: readonly number[]): number {
  let [low, high] = [0, sorted.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] as number) < row) low = middle + 1;
    else high = middle;
  }
  return sorted[low] === row ? low : -1;
}

function turnFigures(web: WebThread, at: number): RowSetting['turnFigures'] {
  const facts = web.facts[at];
  if (!facts) return undefined;
  const before = web.facts[at - 1]?.turn.end;
  const idle = facts.turn.start !== undefined && before !== undefined ? facts.turn.start - before : undefined;
  return {
    failedCalls: facts.failedCalls,
    agents: facts.agents,
    ...(facts.contextBefore === undefined ? {} : { contextBefore: facts.contextBefore }),
    ...(facts.contextAfter === undefined ? {} : { contextAfter: facts.contextAfter }),
    ...(idle === undefined || idle < 0 ? {} : { idleMs: idle }),
  };
}

function versionOf(uuid: string | undefined, thread: ThreadView['thread']): string | undefined {
  const entry = uuid === undefined ? undefined : thread.graph.byUuid.get(uuid)?.entry;
  return entry && stringField(entry.value, 'version');
}

function imageSrc({ agent, branch }: ThreadQuery, key: string): (rowId: string, n: number) => string {
  const query = new URLSearchParams({
    ...(agent === undefined ? {} : { agent }),
    ...(branch === undefined ? {} : { branch }),
  });
  const tail = query.size > 0 ? `?${query}` : '';
  return (rowId, n) =>
    `api/sessions/${encodeURIComponent(key)}/rows/${encodeURIComponent(rowId)}/images/${n}${tail}`;
}
