// A search as it is shown: the rows that fit, each with its snippet, the turn to jump to, and its score.
import { closeSync, openSync, readSync } from 'node:fs';
import { stopwatch } from '../../disk/stopwatch.ts';
import { parseLine } from '../../log/parse-line.ts';
import { type SessionDetails, turnOfLine } from '../digest/file-digest.ts';
import { type ExtractedText, extractTexts } from '../extract-texts.ts';
import type { Database, Statement } from '../sqlite/driver.ts';
import { prepared } from '../sqlite/prepared.ts';
import type { MatchCount } from './find-page.ts';
import type { Highlighter } from './highlighter.ts';
import { type MatchedRow, type MatchOptions, matchPage } from './match-rows.ts';
import { type ParsedQuery, parseQuery } from './parse-query.ts';
import { makeSnippet, type Snippet, type Span } from './snippet.ts';

/** A text that fits, with its place and a snippet. */
export interface SearchHit extends Omit<MatchedRow, 'id'>, Snippet {
  /** The turn of the active branch that it is in; undefined in agents, and on branches that were left. */
  readonly turn: number | undefined;
  readonly uuid: string | undefined;
}

/** How many texts fit, and in how many sessions, on all pages. */
export interface SearchResult extends MatchCount {
  readonly query: string;
  readonly tookMs: number;
  readonly hits: readonly SearchHit[];
}

export function searchCatalog(
  database: Database,
  highlighter: Highlighter,
  query: string,
  options: MatchOptions,
): SearchResult {
  const took = stopwatch();
  const parsed = parseQuery(query);
  const { rows, ...count } = matchPage(database, parsed, options);
  const hits = describeRows(database, highlighter, parsed, rows);
  return { query, ...count, tookMs: took(), hits };
}

/** So many texts are in memory together. */
const AT_ONCE = 100;

/** Reads what rows say out of their files. A file that is gone or was cut since has nothing to show: the hit stays. */
export function describeRows(
  database: Database,
  highlighter: Highlighter,
  query: ParsedQuery,
  rows: readonly MatchedRow[],
): SearchHit[] {
  const details = new DetailsReader(database);
  const files = new FileTexts();
  const hits: SearchHit[] = [];
  try {
    for (let at = 0; at < rows.length; at += AT_ONCE) {
      const some = rows.slice(at, at + AT_ONCE);
      const texts = some.map((row) => (row.gone ? undefined : files.read(row)));
      const spans = highlighter.find(
        texts.map((text) => text?.text ?? ''),
        query,
      );
      for (const [i, row] of some.entries()) hits.push(describeHit(row, texts[i], spans[i] ?? [], details));
    }
    return hits;
  } finally {
    files.close();
  }
}

export function describeHit(
  { id: _, ...row }: MatchedRow,
  text: ExtractedText | undefined,
  spans: readonly Span[],
  details: DetailsReader,
): SearchHit {
  const shown = text ? makeSnippet(text.text, spans) : { snippet: '', marks: [] };
  const uuid = text?.entry.value.uuid;
  const turn = row.agent === undefined ? details.turnOf(row.file, row.line) : undefined;
  return { ...row, ...shown, turn, uuid: typeof uuid === 'string' ? uuid : undefined };
}

/** Turns of lines, from the digests of the sessions that have hits. */
export class DetailsReader {
  readonly #details: Statement;
  readonly #read = new Map<string, SessionDetails | undefined>();

  constructor(database: Database) {
    this.#details = prepared(
      database,
      'select details from session join file on file.id = session.file_id where path = ?',
    );
  }

  turnOf(file: string, line: number): number | undefined {
    if (!this.#read.has(file)) {
      const row = this.#details.get(file);
      this.#read.set(file, row && (JSON.parse(String(row.details)) as SessionDetails));
    }
    const details = this.#read.get(file);
    return details && turnOfLine(details, line);
  }
}

/** Reads texts by their places, keeping the last file open: the hits of a session come one after another. */
export class FileTexts {
  #path: string | undefined;
  #handle: number | undefined;

  read({ file, line, offset, length, part }: MatchedRow): ExtractedText | undefined {
    const bytes = this.#bytes(file, offset, length);
    if (!bytes) return undefined;
    return extractTexts(parseLine({ place: { line, offset, length }, raw: bytes, terminated: true }))[part];
  }

  close(): void {
    if (this.#handle !== undefined) closeSync(this.#handle);
    this.#handle = undefined;
    this.#path = undefined;
  }

  #bytes(file: string, offset: number, length: number): Uint8Array | undefined {
    try {
      if (this.#path !== file) {
        this.close();
        this.#handle = openSync(file, 'r');
        this.#path = file;
      }
      const bytes = Buffer.allocUnsafeSlow(length);
      const read = readSync(this.#handle as number, bytes, 0, length, offset);
      return read === length ? bytes : undefined;
    } catch {
      return undefined;
    }
  }
}
