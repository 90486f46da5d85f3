// A search for a pattern over the files, narrowed and shown like any other search.
import { stopwatch } from '../../disk/stopwatch.ts';
import { compareNewest, countMatched, type MatchedRow, type MatchOptions } from '../search/match-rows.ts';
import { DetailsReader, describeHit, FileTexts, type SearchResult } from '../search/search-catalog.ts';
import { filterFiles, fitsFilter } from '../search/search-filter.ts';
import type { Span } from '../search/snippet.ts';
import type { Database } from '../sqlite/driver.ts';
import { compilePattern, type PatternSource } from './pattern.ts';
import { runWithin } from './run-within.ts';
import { MOST_MS } from './scan-file.ts';
import { scanFiles } from './scan-files.ts';

/** The catalog tells which files there are; what they say is read from them. */
export async function searchFiles(
  database: Database,
  pattern: PatternSource,
  options: MatchOptions,
): Promise<SearchResult> {
  const took = stopwatch();
  const { offset = 0, most = Number.POSITIVE_INFINITY } = options;
  const found = await scanFiles(filterFiles(database, options), pattern);
  const fitting = found
    .filter((row) => fitsFilter(row, options))
    .map((row, id): MatchedRow => ({ ...row, id, gone: false, score: 0 }))
    .sort(compareNewest);
  const { regex } = compilePattern(pattern);
  const details = new DetailsReader(database);
  const files = new FileTexts();
  try {
    const hits = fitting.slice(offset, offset + most).map((row) => {
      const text = files.read(row);
      // That it fits once was found in time; what comes behind that may still have no end.
      const spans = text ? runWithin(MOST_MS, () => spansOf(text.text, regex)) : [];
      return describeHit(row, text, spans, details);
    });
    return { query: pattern.text, ...countMatched(fitting), tookMs: took(), hits };
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
