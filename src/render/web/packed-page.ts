// What an exported page carries: a session's rows in pages of their own, each packed by itself so that only what is read is unpacked.
//
// Every part is JSON, gzipped, in base64, in a `<script type="text/plain">`: `clew-session` holds a `PackedSession`,
// `clew-rows-N` a `PackedRows`.
import type { Note } from '../../session/note.ts';
import type { WebRow } from './web-row.ts';

/** Rows of a page; the app asks for as many at a time. */
export const PACKED_ROWS: number = 100;

export interface PackedRows {
  /** With nothing cut, and pictures without an address. */
  readonly rows: readonly WebRow[];
  /** By the number of the row in `rows`: its pictures as `data:` addresses, '' for one that is not shown. */
  readonly pictures: Readonly<Record<string, readonly string[]>>;
}

export interface PackedThread<Turns> {
  /** Absent for the main thread. */
  readonly agent?: string;
  readonly turns: Turns;
  readonly rows: number;
  /** The number of its first `clew-rows-N`; the others follow. */
  readonly firstPack: number;
  /** By row: the line it comes from, 0 for none. */
  readonly lines: readonly number[];
}

export interface PackedSession<Head, Turns> {
  readonly version: 1;
  readonly head: Head;
  readonly threads: readonly PackedThread<Turns>[];
  /** What was exported: all, or these turns. */
  readonly turns?: string;
  /** What a person noted on these turns, by the numbers that they have in this page. */
  readonly notes?: readonly Note[];
  readonly redacted: boolean;
  readonly exported: string;
}
