// The transcript in rows, paged by turn or by row; long texts are cut, and can be had whole one by one.
import type { WebRow } from '../../render/web/web-row.ts';
import type { ThreadQuery } from './session.ts';

/** Where a line stands. */
export interface Place {
  readonly line: number;
  readonly offset: number;
  readonly length: number;
}

/** Give a turn (or a range `3..7`), a row, or a line or uuid to begin at. Without any: the first rows. */
export interface RowsQuery extends ThreadQuery {
  readonly turn?: string;
  /** Number of the first row, from 0; negative counts from the end. */
  readonly from?: number;
  /** At most 500; by default 100. Turns are not split below it, but a page is never larger than 500 rows. */
  readonly count?: number;
  /** Begins so that this line, or this entry, is on the page. */
  readonly line?: number;
  readonly uuid?: string;
  /** Characters kept of a text; 256 to 65536, by default 4000. */
  readonly most?: number;
}

export interface RowsAnswer {
  /** Number of the first row on this page. */
  readonly from: number;
  /** How many rows the branch has. */
  readonly total: number;
  readonly rows: readonly WebRow[];
  /** The row that was asked for by line or uuid. */
  readonly found?: number;
  /**
   * Set for a long session that is still being read: these rows come from its beginning or its end alone. Their ids and
   * texts hold, their numbers do not (`total` is 0). Ask again when `sessionReady` was told.
   */
  readonly provisional?: true;
}

export interface RowAnswer {
  readonly row: WebRow;
}

export interface RowTextQuery extends ThreadQuery {
  /** A `CutText.path`. */
  readonly path: string;
  /** In UTF-16 units, as `String.slice` counts. */
  readonly offset?: number;
  /** At most 4,000,000; by default 1,000,000. */
  readonly length?: number;
}

export interface RowTextAnswer {
  readonly text: string;
  readonly offset: number;
  /** Of the whole text. */
  readonly length: number;
}

export type * from '../../render/web/web-row.ts';

/** A line as it is in the file. */
export interface RawEntryAnswer {
  readonly place: Place;
  /** The name of the file, without its folder. */
  readonly file: string;
  readonly lines: number;
  readonly readable: boolean;
  readonly reason?: string;
  readonly uuid?: string;
  readonly parentUuid?: string;
  readonly type?: string;
  readonly time?: number;
  readonly version?: string;
  /** At most 256 kB of it. */
  readonly text: string;
  readonly cut: boolean;
  /** Bytes: not text in any encoding we know. */
  readonly replaced: boolean;
  /** The row that shows it, where the branch has one. */
  readonly row?: number;
  readonly turn?: number;
}

export interface FindQuery extends ThreadQuery {
  readonly q: string;
  readonly regex?: boolean;
  readonly caseSensitive?: boolean;
  /** Row kinds with commas. */
  readonly kinds?: string;
  /** At most 2,000. */
  readonly limit?: number;
}

export interface FindAnswer {
  readonly total: number;
  /** The whole session was searched; false where the limit or the time ran out. */
  readonly complete: boolean;
  readonly hits: readonly FindHit[];
}

export interface FindHit {
  readonly row: number;
  readonly id: string;
  readonly turn: number;
  readonly line?: number;
  readonly kind: string;
  /** Where in the row the text is, as in `CutText.path`. */
  readonly path: string;
  readonly snippet: string;
  readonly marks: readonly (readonly [number, number])[];
}
