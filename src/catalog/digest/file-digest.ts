// What the catalog keeps of a whole file besides its texts: the summary for lists, figures for small pictures, usage for accounting.
import type { FileSummary } from '../../load/summarise-file.ts';
import type { FileUsage } from '../../stats/usage-record.ts';

export interface FileDigest {
  /** Of a session's own file. */
  readonly session: SessionDigest | undefined;
  readonly usage: FileUsage;
}

export interface SessionDigest {
  readonly summary: FileSummary;
  readonly details: SessionDetails;
}

export interface SessionDetails {
  readonly growth: ContextGrowth;
  /** Compaction boundaries on the active branch. */
  readonly compactions: number;
  /** Tool results that say they are an error, of the main thread. */
  readonly failedCalls: number;
  /** Line numbers at which another turn begins, each followed by the turn's number; 0 is what the active branch left behind. */
  readonly turnRuns: readonly number[];
}

/** The size of the context at the answers of the active branch [K1], at most 60 points. */
export interface ContextGrowth {
  readonly points: readonly number[];
  /** Indices into `points` at which a compaction stands. */
  readonly compactions: readonly number[];
}

/** The turn that a line belongs to; undefined where it is on no turn of the active branch. */
export function turnOfLine({ turnRuns }: Pick<SessionDetails, 'turnRuns'>, line: number): number | undefined {
  let low = 0;
  let high = turnRuns.length / 2;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((turnRuns[middle * 2] as number) <= line) low = middle + 1;
    else high = middle;
  }
  return low === 0 ? undefined : turnRuns[(low - 1) * 2 + 1] || undefined;
}
