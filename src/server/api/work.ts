// What the work of a session was like: times, tools, failures, retries, odd patterns; of all threads, and of each.
import type { WorkMetrics } from '../../stats/metrics/describe-work.ts';

export interface WorkAnswer {
  readonly all: WorkFigures;
  /** The main thread first; its `agentId` is missing. */
  readonly threads: readonly (WorkFigures & { readonly agentId?: string })[];
}

/** The most used tools and the worst patterns, and how many there are. */
export interface WorkFigures extends WorkMetrics {
  readonly toolNames: number;
  readonly oddities: number;
}
