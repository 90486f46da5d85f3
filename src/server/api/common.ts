// What many answers share: refusals, tokens, places, and notes that a person left on turns.
import type { TokenKind } from '../../context/tokens/list-token-items.ts';
import type { Note } from '../../session/note.ts';
import type { TokenFigures } from '../../session/usage.ts';

/** What every refused or failed request gets, with status 400, 403, 404, 409, 413, 421, 422, 500, 501 or 503. */
export interface ErrorAnswer {
  readonly error: {
    /** Kebab-case, for programs. */
    readonly code: string;
    /** A whole sentence for a person. */
    readonly message: string;
    /** What to do about it. */
    readonly hint?: string;
  };
}

export interface Ok {
  readonly ok: true;
}

export interface About {
  readonly version: string;
  readonly homes: readonly { readonly path: string; readonly sessions: number }[];
  /** True where the sessions are made-up ones. */
  readonly demo: boolean;
  readonly catalog: CatalogState;
  /** The client's newest version that clew knows from measurement. */
  readonly newestClient: string;
  /** The parts that this build has; a route of a missing part answers 501. */
  readonly parts: Readonly<Record<'search' | 'stats' | 'files' | 'compress', boolean>>;
}

export interface CatalogState {
  /** `none`: lists are read from the files, and there is no full-text search. */
  readonly state: 'none' | 'syncing' | 'in-sync' | 'failed';
  readonly sessions: number;
  readonly bytes: number;
  /** While syncing: how much of the bytes was read. */
  readonly bytesRead?: number;
}

/** Where a line stands. */
export interface Place {
  readonly line: number;
  readonly offset: number;
  readonly length: number;
}

/** Tokens that were paid for. */
export interface Usage extends Omit<TokenFigures, 'webSearches'> {
  /** Requests to a model, synthetic answers left out. */
  readonly requests: number;
  /** False where some output is only "at least". */
  readonly outputFinal: boolean;
  /** Absent where no price is known for any of it. */
  readonly costUSD?: number;
  /** Requests of models without a known price: the cost is without them. */
  readonly unpriced: number;
}

/** The kinds that fill the window. */
export type Kind = TokenKind;

export type ByKind = Readonly<Record<Kind, number>>;

export type Basis = 'exact' | 'attributed' | 'estimated';

/** A note on a turn, with the key of its session. */
export interface Annotation extends Note {
  readonly key: string;
}

export interface AnnotationInput {
  readonly turn: number;
  readonly uuid?: string;
  readonly note: string;
  readonly labels?: readonly string[];
}

export interface Annotations {
  readonly annotations: readonly Annotation[];
}
