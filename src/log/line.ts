// A line of a session file with its place and original bytes: an entry, a line we cannot read, or a blank one.
import type { JsonObject } from '../base/json.ts';

/** Where a line stands in its file. `line` counts from 1; `length` is in bytes, without the newline. */
export interface Place {
  readonly line: number;
  readonly offset: number;
  readonly length: number;
}

interface AnyLine {
  readonly place: Place;
  /** The original bytes without the newline: what is written back if nothing changed [L3]. */
  readonly raw: Uint8Array;
  /** False only for a last line that lacks its newline [L1]. */
  readonly terminated: boolean;
}

/** A line that is a JSON object. */
export interface Entry extends AnyLine {
  readonly kind: 'entry';
  readonly value: JsonObject;
}

/** Why a line could not be read as an entry. */
export type UnreadableReason =
  /** Not JSON at all, or cut off in the middle. */
  | 'not-json'
  /** Objects, or half an object and a whole one, without a newline between them [L1]: `parts` holds the whole ones. */
  | 'joined'
  /** JSON, but a string, number or array. */
  | 'not-an-object'
  /** JSON that nests hundreds of levels deep: no client writes it, and walking it could overflow the stack. */
  | 'too-deep'
  /** Longer than a string can be: `raw` is empty, the bytes are only in the file. */
  | 'too-long';

/** An object that could be won back from a line, with its own text. */
export interface LinePart {
  readonly value: JsonObject;
  readonly text: string;
}

/** A line that is not a JSON object, kept byte for byte [L1]. */
export interface UnreadableLine extends AnyLine {
  readonly kind: 'unreadable';
  readonly reason: UnreadableReason;
  /** The whole objects of a joined line, in order; none for the other reasons. */
  readonly parts: readonly LinePart[];
}

/** A line of nothing but blanks. */
export interface BlankLine extends AnyLine {
  readonly kind: 'blank';
}

/** Any line of a session file; nothing is ever left out. */
export type Line = Entry | UnreadableLine | BlankLine;
