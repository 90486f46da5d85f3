// The two drawn views: the timeline with its lanes and spans, and the graph with a row for each turn.
import type { TimelinePart } from '../../render/timeline/cut-part.ts';
import type { Moment } from '../../render/timeline/find-moment.ts';
import type { TimeMap } from '../../render/timeline/time-map.ts';
import type { TimeShare } from '../../render/timeline/time-shares.ts';
import type { IdleStretch, TimelineTotals } from '../../render/timeline/timeline.ts';
import type { GraphPage } from '../../render/turn-graph/graph-index.ts';
import type { TurnGraph } from '../../render/turn-graph/turn-graph.ts';

/** The whole of a timeline, never more than a few hundred kilobytes: its parts are asked for as they come into view. */
export interface TimelineAnswer {
  /** Absent where nothing has a time. */
  readonly start?: number;
  readonly end?: number;
  /** Things without a time, which are left out. */
  readonly untimed: number;
  /** The longest stretches in which nothing ran, in order: where the folded axis is folded. */
  readonly idle: readonly IdleStretch[];
  readonly totals: TimelineTotals;
  /** What took the working time, the longest first. */
  readonly shares: readonly TimeShare[];
  /** The strip of the whole, with idle time folded and not. */
  readonly maps: { readonly folded: TimeMap; readonly real: TimeMap };
  /** All of it on the folded axis. */
  readonly part: TimelinePart;
  /** Where it begins. */
  readonly first: MomentAnswer;
}

export interface TimelinePartQuery {
  readonly from: number;
  readonly to: number;
  readonly folded?: boolean;
  readonly flame?: boolean;
  readonly agents?: number;
}

export interface TimelineSpansQuery {
  readonly from: number;
  readonly to: number;
  readonly offset?: number;
  /** At most 400. */
  readonly count?: number;
}

export interface MomentAnswer extends Moment {
  /** What the window and the bill were after the last request of the main thread. */
  readonly bill?: Step;
}

export interface Step {
  readonly time: number;
  readonly context: number;
  readonly costUSD?: number;
  readonly requests: number;
}

/** One row a turn; agents, compactions and what was left behind have rows of their own between them. */
export interface GraphAnswer extends Pick<TurnGraph, 'counts' | 'branches' | 'undrawn'> {
  /** Branches that are not told. */
  readonly hiddenBranches: number;
  /** The first rows. */
  readonly page: GraphPage;
  readonly lineage: {
    /** Other sessions whose lines are in this file, and what this one was forked or cut from. */
    readonly links: readonly {
      readonly kind: 'forked-from' | 'cut-from' | 'cut-into' | 'holds-lines-of';
      readonly sessionId: string;
      readonly key?: string;
      readonly title?: string;
    }[];
  };
}

export interface GraphPageQuery {
  readonly from: number;
  /** At most 200. */
  readonly count?: number;
}

export interface GraphFindAnswer {
  /** -1 where there is none. */
  readonly at: number;
}

export type * from '../../render/timeline/cut-part.ts';
export type * from '../../render/timeline/find-moment.ts';
export type * from '../../render/timeline/time-map.ts';
export type * from '../../render/timeline/time-shares.ts';
export type * from '../../render/timeline/timeline.ts';
export type * from '../../render/turn-graph/graph-index.ts';
export type * from '../../render/turn-graph/lay-out-graph.ts';
export type * from '../../render/turn-graph/open-row.ts';
export type * from '../../render/turn-graph/turn-graph.ts';
