// Finds what in texts made them fit a query, by asking SQLite itself: whoever stems words otherwise would mark other ones.
import { TOKENIZER } from '../schema.ts';
import type { Database, Statement } from '../sqlite/driver.ts';
import { loadDriver } from '../sqlite/load-driver.ts';
import type { ParsedQuery } from './parse-query.ts';
import type { Span } from './snippet.ts';
import { firstLetters, type ThinText, thinner } from './thin-out.ts';

const OPEN = '\ue0f0';
const CLOSE = '\ue0f1';

export class Highlighter {
  #database: Database | undefined;
  #add: Statement | undefined;
  #mark: Statement | undefined;

  /** The hits in each text, all that is wanted: a text that fits has them, whatever else it must not have. */
  find(texts: readonly string[], { wanted, anyOf }: Pick<ParsedQuery, 'wanted' | 'anyOf'>): Span[][] {
    const letters = firstLetters(wanted);
    const thin = letters === undefined ? whole : thinner(letters);
    const thinned = texts.map(thin);
    const marked = this.#markAll(thinned, anyOf);
    return thinned.map(({ pieces }, i) => readSpans(marked.get(i) ?? '', pieces));
  }

  close(): void {
    this.#database?.close();
    this.#database = undefined;
  }

  #markAll(texts: readonly ThinText[], match: string): Map<number, string> {
    const database = this.#open();
    // Taken back at the end: nothing has to be removed from the index again, word by word.
    database.exec('begin');
    try {
      for (const [i, { text }] of texts.entries())
        this.#add?.run(i, text.replace(/[\ue0f0\ue0f1\u0000]/g, ' '));
      const rows = this.#mark?.all(match) ?? [];
      return new Map(rows.map(({ rowid, marked }) => [Number(rowid), String(marked)]));
    } finally {
      database.exec('rollback');
    }
  }

  #open(): Database {
    if (this.#database) return this.#database;
    const database = loadDriver()(':memory:');
    database.exec(`create virtual table one using fts5(text, tokenize='${TOKENIZER}')`);
    this.#add = database.prepare('insert into one (rowid, text) values (?, ?)');
    this.#mark = database.prepare(
      `select rowid, highlight(one, 0, '${OPEN}', '${CLOSE}') as marked from one where one match ?`,
    );
    this.#database = database;
    return database;
  }
}

function whole(text: string): ThinText {
  return { text, pieces: [[0, 0]] };
}

/** From marks in a thin text to places in the whole one. */
function readSpans(marked: string, pieces: ThinText['pieces']): Span[] {
  const spans: Span[] = [];
  let edges = 0;
  let piece = 0;
  for (let at = marked.indexOf(OPEN); at >= 0; at = marked.indexOf(OPEN, at)) {
    const end = marked.indexOf(CLOSE, at);
    if (end < 0) break;
    const start = at - edges;
    while ((pieces[piece + 1]?.[0] ?? Number.POSITIVE_INFINITY) <= start) piece++;
    const [from, to] = pieces[piece] as ThinText['pieces'][number];
    spans.push([start - from + to, end - edges - 1 - from + to]);
    edges += 2;
    at = end;
  }
  return spans;
}
