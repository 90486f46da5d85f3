// A search for a pattern over the files, narrowed and shown like any other search.
import { Refusal } from '../../base/refusal.ts';
import { readLastTime } from '../../disk/select-latest.ts';
import { stopwatch } from '../../disk/stopwatch.ts';
import { compareNewest, countMatched, type MatchedRow, type MatchOptions } from '../search/match-rows.ts';
import {
  DetailsReader,
  describeHit,
  FileTexts,
  type SearchHit,
  type SearchResult,
} from '../search/search-catalog.ts';
import { filterFiles, fitsFilter, type SearchFilter } from '../search/search-filter.ts';
import type { Span } from '../search/snippet.ts';
import type { Database } from '../sqlite/driver.ts';
import { compilePattern, type PatternSource } from './pattern.ts';
import { runWithin } from './run-within.ts';
import { MOST_MS, type ScannedRow } from './scan-file.ts';
import { scanFiles } from './scan-files.ts';

export async function searchFiles(
  database: Database,
  pattern: PatternSource,
  options: MatchOptions,
): Promise<SearchResult> {
  const took = stopwatch();
  const { offset = 0, most = Number.POSITIVE_INFINITY } = options;
  const fitting = await matchFiles(database, pattern, options);
  const hits = describeFiles(database, pattern, fitting.slice(offset, offset + most));
  return { query: pattern.text, ...countMatched(fitting), tookMs: took(), hits };
}

/** All that fits, the newest first. The catalog tells which files there are; what they say is read from them. */
export async function matchFiles(
  database: Database,
  pattern: PatternSource,
  filter: SearchFilter,
): Promise<MatchedRow[]> {
  const found = await scanFiles(filterFiles(database, filter), pattern);
  return (await withTimes(found))
    .filter((row) => fitsFilter(row, filter))
    .map((row, id): MatchedRow => ({ ...row, id, gone: false, score: 0 }))
    .sort(compareNewest);
}

/** Titles and summaries have no time of their own: they are taken to be of the time before them, as in the index. */
async function withTimes(rows: readonly ScannedRow[]): Promise<ScannedRow[]> {
  const timed: ScannedRow[] = [];
  let last: ScannedRow | undefined;
  for (const row of rows) {
    if (row.time !== undefined) {
      timed.push(row);
      continue;
    }
    // The rows of a file come in its order: between two of them is all that has to be read.
    const known: ScannedRow | undefined = last?.file === row.file ? last : undefined;
    last = { ...row, time: (await timeBefore(row, known?.offset)) ?? known?.time };
    timed.push(last);
  }
  return timed;
}

async function timeBefore({ file, offset }: ScannedRow, from?: number): Promise<number | undefined> {
  try {
    return await readLastTime(file, offset, from);
  } catch (error) {
    // Gone since it was searched.
    if (error instanceof Refusal) return undefined;
    throw error;
  }
}

export function describeFiles(
  database: Database,
  pattern: PatternSource,
  rows: readonly MatchedRow[],
): SearchHit[] {
  const { regex } = compilePattern(pattern);
  const details = new DetailsReader(database);
  const files = new FileTexts();
  try {
    return rows.map((row) => {
      const text = files.read(row);
      // That it fits once was found in time; what comes behind that may still have no end.
      const spans = text ? runWithin(MOST_MS, () => spansOf(text.text, regex)) : [];
      return describeHit(row, text, spans, details);
    });
  } finally {
    files.close();
  }
}

const MAX_SPANS = 100;

function spansOf(text: string, regex: RegExp): Span[] {
  const spans: Span[] = [];
  // Not by counting `lastIndex` up behind an empty match: between the halves of a character that would never end.
  regex.lastIndex = 0;
  for (const hit of text.matchAll(regex)) {
    if (hit[0] !== '') spans.push([hit.index, hit.index + hit[0].length]);
    if (spans.length === MAX_SPANS) break;
  }
  return spans;
}
