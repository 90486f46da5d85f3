// The context of a session: how the window filled over turns, what fills it, where the cache broke.
import type { FillNode } from '../../context/tokens/fill-tree.ts';
import type { Basis, ByKind, Kind } from './figures.ts';
import type { CompactionMark, ResumeForecast } from './session.ts';

export interface ContextQuery {
  /** Answers for another client, such as `2.0.64`. */
  readonly client?: string;
}

export interface ContextAnswer {
  /** False while the texts of a very long session are still being weighed: growth is there, kinds and fills are not. */
  readonly ready: boolean;
  readonly resume: ResumeForecast;
  /** How the figures came about, in a few words: "from the usage figures in the log". */
  readonly basis: string;
  /** Tokens of the total that logged differences gave. */
  readonly measured: number;
  readonly lost: readonly { readonly line: number; readonly uuid?: string; readonly why: string }[];
  readonly growth: readonly GrowthLine[];
  readonly compactions: readonly ContextCompaction[];
  /** What fills the window at the last turn; others by `context/window?turn=`. */
  readonly fills: WindowFill;
  readonly cache: readonly CacheLine[];
  /** What answers the page in a sentence, as data. */
  readonly findings: {
    readonly largestKind: Kind;
    readonly largestShare: number;
    /** The call that was repeated at the greatest cost. */
    readonly repeated?: {
      readonly tool: string;
      readonly summary: string;
      readonly count: number;
      readonly tokens: number;
    };
  };
}

export interface GrowthLine {
  readonly turn: number;
  readonly prompt: string;
  readonly time?: number;
  readonly requests: number;
  readonly model: string;
  readonly context: number;
  readonly peak: number;
  readonly change: number;
  /** A kind that is left out fills nothing. */
  readonly byKind: Partial<ByKind>;
  /** Tokens that went out, by cause. */
  readonly dropped: Readonly<Record<string, number>>;
  readonly window?: number;
  readonly filled?: number;
  readonly cacheRead: number;
  readonly cacheWrite: number;
  readonly uncached: number;
  readonly costUSD?: number;
}

export interface ContextCompaction extends Omit<CompactionMark, 'row'> {
  /** It stands between this turn and the next, or inside it. */
  readonly turn: number;
  /** What filled the window when it came, where that can be told; a kind that is left out filled nothing. */
  readonly byKind?: Partial<ByKind>;
}

export interface ContextWindowQuery {
  /** By default the last. */
  readonly turn?: number;
}

export type ContextWindowAnswer = WindowFill;

/** kind → tool → file → call, each with its tokens; the children of a node add up to it. */
export interface WindowFill {
  readonly turn: number;
  readonly total: number;
  readonly basis: Basis;
  readonly kinds: readonly FillNode[];
  /** The largest single things, at most 50. */
  readonly largest: readonly FillThing[];
}

export type { FillNode } from '../../context/tokens/fill-tree.ts';

export interface FillThing {
  readonly kind: Kind;
  readonly tool?: string;
  readonly file?: string;
  /** What it is, in its own words. */
  readonly summary: string;
  readonly turn: number;
  readonly line?: number;
  readonly tokens: number;
  readonly basis: Basis;
}

export interface CacheLine {
  readonly turn: number;
  readonly time?: number;
  readonly model: string;
  readonly read: number;
  readonly written: number;
  readonly uncached: number;
  readonly rewritten: number;
  readonly cause?: string;
  readonly brokenAtLine?: number;
}
