// The two drawn views: the timeline with its lanes and spans, and the graph with a row for each turn.
import type { Timeline } from '../../render/timeline/timeline.ts';
import type { TurnGraph } from '../../render/turn-graph/turn-graph.ts';
import type { AgentLine } from './session.ts';

export interface TimelineAnswer extends Timeline {
  /** What the window and the bill were after each request of the main thread, for playback; empty until attributed. */
  readonly steps: readonly Step[];
}

export interface Step {
  readonly time: number;
  readonly turn: number;
  readonly context: number;
  readonly costUSD?: number;
  readonly requests: number;
  readonly line: number;
}

/** One row a turn; agents, compactions and what was left behind have rows of their own between them. */
export interface GraphAnswer extends TurnGraph {
  readonly agents: readonly AgentLine[];
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

export type * from '../../render/timeline/timeline.ts';
export type * from '../../render/turn-graph/turn-graph.ts';
