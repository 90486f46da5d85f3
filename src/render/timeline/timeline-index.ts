// A timeline made ready for questions: its sums, its two axes, and its rows on each, all worked out once and when first needed.
import { foldTime, type TimeFold } from './fold-time.ts';
import type { ReadTimeline } from './read-timeline.ts';
import type { SpanRecord } from './span-record.ts';
import { layRows, type SpanRow, startersOf } from './span-rows.ts';
import { type TimeShare, timeShares } from './time-shares.ts';
import type { IdleStretch, Lane, TimelineTotals } from './timeline.ts';
import { endOf, findIdle, sumTimes } from './timeline-sums.ts';

/** Folds beyond these would be too narrow to be seen; the longest are kept. */
const MOST_IDLE = 300;

/** Kinds at whose beginning the cursor stops when it goes step by step. */
const STOPS: ReadonlySet<SpanRecord['kind']> = new Set([
  'prompt',
  'thinking',
  'answer',
  'tool',
  'agent',
  'retry',
  'compaction',
]);

interface Axis {
  readonly fold: TimeFold;
  /** A row for each lane and sort, and for what runs at the same time. */
  readonly lanes: readonly SpanRow<SpanRecord>[];
  /** The same with all agents in the rows of one lane. */
  readonly together: readonly SpanRow<SpanRecord>[];
}

export class TimelineIndex {
  readonly spans: readonly SpanRecord[];
  readonly lanes: ReadonlyMap<string, Lane>;
  readonly untimed: number;
  readonly start: number | undefined;
  readonly end: number | undefined;
  readonly idle: readonly IdleStretch[];
  readonly totals: TimelineTotals;
  /** In order of their starts. */
  readonly agents: readonly SpanRecord[];
  readonly turns: readonly SpanRecord[];
  readonly stops: readonly SpanRecord[];
  readonly starters: ReadonlySet<number | undefined>;
  #shares: readonly TimeShare[] | undefined;
  readonly #axes = new Map<boolean, Axis>();

  constructor({ spans, lanes, untimed }: ReadTimeline) {
    this.spans = spans;
    this.lanes = new Map(lanes.map((lane) => [lane.id, lane]));
    this.untimed = untimed;
    this.start = spans[0]?.start;
    this.end = endOf(spans);
    this.idle = longest(findIdle(spans));
    this.totals = sumTimes(spans);
    this.agents = spans.filter(({ kind }) => kind === 'agent');
    this.turns = spans.filter(({ kind }) => kind === 'turn');
    this.stops = spans.filter(({ kind }) => STOPS.has(kind));
    this.starters = startersOf(spans);
  }

  get shares(): readonly TimeShare[] {
    this.#shares ??= timeShares(this.spans);
    return this.#shares;
  }

  /** The drawn axis: real time, or with idle time folded. */
  axis(folded: boolean): Axis {
    let axis = this.#axes.get(folded);
    if (!axis) {
      axis = new LazyAxis(this.spans, foldTime(this.start ?? 0, this.end ?? 0, folded ? this.idle : []));
      this.#axes.set(folded, axis);
    }
    return axis;
  }
}

class LazyAxis implements Axis {
  readonly fold: TimeFold;
  readonly #spans: readonly SpanRecord[];
  #lanes: readonly SpanRow<SpanRecord>[] | undefined;
  #together: readonly SpanRow<SpanRecord>[] | undefined;

  constructor(spans: readonly SpanRecord[], fold: TimeFold) {
    this.#spans = spans;
    this.fold = fold;
  }

  get lanes(): readonly SpanRow<SpanRecord>[] {
    this.#lanes ??= layRows(this.#spans, this.fold);
    return this.#lanes;
  }

  get together(): readonly SpanRow<SpanRecord>[] {
    this.#together ??= layRows(this.#spans, this.fold, true);
    return this.#together;
  }
}

function longest(idle: readonly IdleStretch[]): IdleStretch[] {
  if (idle.length <= MOST_IDLE) return [...idle];
  return [...idle]
    .sort((a, b) => b.end - b.start - (a.end - a.start))
    .slice(0, MOST_IDLE)
    .sort((a, b) => a.start - b.start);
}
