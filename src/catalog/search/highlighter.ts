// Finds what in a text made it fit a query, by asking SQLite itself: whoever stems words otherwise would mark other ones.
import { TOKENIZER } from '../schema.ts';
import type { Database, Statement } from '../sqlite/driver.ts';
import { loadDriver } from '../sqlite/load-driver.ts';
import type { ParsedQuery } from './parse-query.ts';
import type { Span } from './snippet.ts';

const OPEN = '\ue0f0';
const CLOSE = '\ue0f1';

export class Highlighter {
  #database: Database | undefined;
  #statements: Record<'clear' | 'add' | 'mark', Statement> | undefined;

  /** The hits in the text; none where it does not fit. */
  find(text: string, query: ParsedQuery): Span[] {
    const { clear, add, mark } = this.#open();
    clear.run();
    add.run(text.replace(/[\ue0f0\ue0f1\u0000]/g, ' '));
    const marked = mark.get(query.match)?.marked;
    return typeof marked === 'string' ? readSpans(marked) : [];
  }

  close(): void {
    this.#database?.close();
    this.#database = undefined;
    this.#statements = undefined;
  }

  #open(): Record<'clear' | 'add' | 'mark', Statement> {
    if (this.#statements) return this.#statements;
    this.#database = loadDriver()(':memory:');
    this.#database.exec(`create virtual table one using fts5(text, tokenize='${TOKENIZER}')`);
    this.#statements = {
      clear: this.#database.prepare('delete from one'),
      add: this.#database.prepare('insert into one (rowid, text) values (1, ?)'),
      mark: this.#database.prepare(
        `select highlight(one, 0, '${OPEN}', '${CLOSE}') as marked from one where one match ?`,
      ),
    };
    return this.#statements;
  }
}

function readSpans(marked: string): Span[] {
  const spans: Span[] = [];
  let edges = 0;
  for (let at = marked.indexOf(OPEN); at >= 0; at = marked.indexOf(OPEN, at)) {
    const end = marked.indexOf(CLOSE, at);
    if (end < 0) break;
    spans.push([at - edges, end - edges - 1]);
    edges += 2;
    at = end;
  }
  return spans;
}
