// The catalog with all that it can be asked: what `CatalogCore` does, and searching.
import { CatalogCore } from './catalog-core.ts';
import type { PatternSource } from './scan/pattern.ts';
import { Highlighter } from './search/highlighter.ts';
import { type MatchedRow, type MatchOptions, matchRows } from './search/match-rows.ts';
import { parseQuery } from './search/parse-query.ts';
import { describeRows, type SearchHit, type SearchResult, searchCatalog } from './search/search-catalog.ts';
import type { SearchFilter } from './search/search-filter.ts';

export interface MatchedFiles {
  readonly rows: readonly MatchedRow[];
  readonly describe: (rows: readonly MatchedRow[]) => SearchHit[];
}

/** See `CatalogCore` for how reading and writing go together. */
export class Catalog extends CatalogCore {
  readonly #highlighter = new Highlighter();

  /** Texts with words that fit; see `parseQuery` for what a query can say. */
  search(query: string, options: MatchOptions): SearchResult {
    return this.read((database) => searchCatalog(database, this.#highlighter, query, options));
  }

  /** The same for a pattern or a part of a text, over the files themselves: those that the catalog knows of. */
  async searchFiles(pattern: PatternSource, options: MatchOptions): Promise<SearchResult> {
    // Most searches are for words.
    const { searchFiles } = await import('./scan/search-files.ts');
    return this.read((database) => searchFiles(database, pattern, options));
  }

  /** The same without snippets, and with what tells more of some of them. */
  async matchFiles(pattern: PatternSource, filter: SearchFilter): Promise<MatchedFiles> {
    const { matchFiles, describeFiles } = await import('./scan/search-files.ts');
    const rows = await this.read((database) => matchFiles(database, pattern, filter));
    return { rows, describe: (some) => this.read((database) => describeFiles(database, pattern, some)) };
  }

  /** Words without snippets: for counts, and for choosing what to show. `describe` tells more of some of them. */
  match(query: string, options: MatchOptions): MatchedRow[] {
    const parsed = parseQuery(query);
    return this.read((database) => matchRows(database, parsed, options));
  }

  describe(query: string, rows: readonly MatchedRow[]): SearchHit[] {
    const parsed = parseQuery(query);
    return this.read((database) => describeRows(database, this.#highlighter, parsed, rows));
  }

  override close(): void {
    super.close();
    this.#highlighter.close();
  }
}
