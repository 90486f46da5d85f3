// Full-text search over all sessions: hits grouped by session, with what to mark, and counts to filter by.
import type { TextKind } from '../../catalog/extract-texts.ts';

export type SearchKind = TextKind;

export interface SearchQuery {
  /** Words in any order, "phrases", beginnings*; also `project:api`, `since:30d`, `until:`, `tool:`, `model:`, `kind:`, `branch:`. */
  readonly q: string;
  readonly project?: string;
  readonly since?: number;
  readonly until?: number;
  /** With commas. */
  readonly kinds?: string;
  readonly tool?: string;
  readonly model?: string;
  readonly branch?: string;
  /** Only in this session. */
  readonly session?: string;
  readonly regex?: boolean;
  /** Sessions per page, and hits shown of each. */
  readonly limit?: number;
  readonly perSession?: number;
  readonly offset?: number;
}

export interface SearchAnswer {
  readonly query: string;
  /** Filters that were read out of the text, to be shown as chips. */
  readonly filters: readonly { readonly name: string; readonly value: string }[];
  /** The words that are left. */
  readonly words: string;
  readonly total: number;
  readonly sessions: number;
  readonly tookMs: number;
  /** How hits spread over time, oldest first. */
  readonly histogram: readonly { readonly from: number; readonly to: number; readonly hits: number }[];
  readonly groups: readonly SearchGroup[];
  /** Each counted with all other filters set and its own left out. */
  readonly facets: {
    readonly kinds: readonly FacetCount[];
    readonly tools: readonly FacetCount[];
    readonly projects: readonly FacetCount[];
    readonly last7Days: number;
    readonly last30Days: number;
    readonly anyTime: number;
  };
}

export interface FacetCount {
  readonly name: string;
  readonly hits: number;
}

export interface SearchGroup {
  readonly key: string;
  readonly sessionId: string;
  readonly title?: string;
  readonly project?: string;
  readonly projectName?: string;
  readonly turns: number;
  readonly lines: number;
  readonly modified: number;
  /** All hits in this session; `hits` holds the best of them. */
  readonly total: number;
  /** Every hit as a tick on the session's thread: 0 is its beginning, 1 its end. At most 200. */
  readonly ticks: readonly { readonly at: number; readonly kind: SearchKind }[];
  readonly hits: readonly SearchHit[];
}

export interface SearchHit {
  readonly line: number;
  readonly offset: number;
  /** Set where the hit is in an agent's file. */
  readonly agent?: string;
  readonly uuid?: string;
  readonly kind: SearchKind;
  readonly role?: string;
  readonly tool?: string;
  readonly turn?: number;
  readonly time?: number;
  readonly snippet: string;
  /** Pairs of start and end in `snippet`. */
  readonly marks: readonly (readonly [number, number])[];
  readonly score: number;
}
