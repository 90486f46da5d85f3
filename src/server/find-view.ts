// Finds words in one session, row by row, in everything that a row can show.
import { escapePattern } from '../base/escape-pattern.ts';
import { Refusal } from '../base/refusal.ts';
import { runWithin } from '../catalog/scan/run-within.ts';
import { textsOf } from '../render/web/row-texts.ts';
import { toWebRow } from '../render/web/to-web-row.ts';
import type { WebRow } from '../render/web/web-row.ts';
import type { FindAnswer, FindHit, FindQuery } from './api.ts';
import type { ThreadView } from './model/session-model.ts';
import { readWhole } from './rows-view.ts';

const LIMIT = 500;
const MOST_HITS = 2000;
const MOST_MS = 8000;
/** For the pattern on one stride of rows; plain words take a thousandth of it. */
const MOST_PATTERN_MS = 2000;
/** Rows between two looks at the clock and at other requests. */
const STRIDE = 200;
const AROUND = 60;
const MOST_MARKS = 20;

export async function findInSession(view: ThreadView, query: FindQuery): Promise<FindAnswer> {
  const pattern = makePattern(query);
  const limit = Math.min(MOST_HITS, Math.max(1, query.limit ?? LIMIT));
  const kinds = query.kinds === undefined ? undefined : new Set(query.kinds.split(','));
  const hits: FindHit[] = [];
  let total = 0;
  const started = Date.now();
  for (let from = 0; from < view.web.total; from += STRIDE) {
    if (Date.now() - started > MOST_MS) return { total, complete: false, hits };
    const rows = await readWhole(view, view.web.rows(from, STRIDE));
    const wanted = rows.filter(({ row }) => !kinds || kinds.has(row.kind));
    const found = runWithin(MOST_PATTERN_MS, () =>
      wanted.flatMap(({ row, id, index, turn }) =>
        findInRow(toWebRow(row, { id, index, turn: turn?.number ?? 0 }), pattern),
      ),
    );
    total += found.length;
    hits.push(...found.slice(0, limit - hits.length));
    await new Promise((done) => setImmediate(done));
  }
  return { total, complete: hits.length === total, hits };
}

function makePattern({ q, regex, caseSensitive }: FindQuery): RegExp {
  if (q === '') throw new Refusal('bad-query', 'There is nothing to find: “q” is empty.');
  try {
    return new RegExp(regex ? q : escapePattern(q), caseSensitive ? 'gu' : 'giu');
  } catch {
    throw new Refusal('bad-pattern', `“${q.slice(0, 80)}” is not a regular expression.`);
  }
}

/** One hit for each text of the row that fits. */
function findInRow(row: WebRow, pattern: RegExp): FindHit[] {
  return textsOf(row).flatMap(([path, text]) => {
    const first = firstOf(pattern, text);
    if (!first) return [];
    const start = Math.max(0, first.index - AROUND);
    const snippet = text.slice(start, first.index + first[0].length + 2 * AROUND);
    const line = row.place ? { line: row.place.line } : {};
    const { id, index, turn, kind } = row;
    return [{ row: index, id, turn, kind, path, snippet, marks: marksOf(snippet, pattern), ...line }];
  });
}

// A pattern may fit nothing at all (`a*`): that is no hit, but behind it one may stand.
function firstOf(pattern: RegExp, text: string): RegExpExecArray | undefined {
  pattern.lastIndex = 0;
  for (const found of text.matchAll(pattern)) if (found[0] !== '') return found;
  return undefined;
}

function marksOf(snippet: string, pattern: RegExp): [number, number][] {
  const marks: [number, number][] = [];
  pattern.lastIndex = 0;
  for (const found of snippet.matchAll(pattern)) {
    if (found[0] !== '') marks.push([found.index, found.index + found[0].length]);
    if (marks.length === MOST_MARKS) break;
  }
  return marks;
}
