// A stretch of the timeline as a picture needs it: few spans however many there are, and what is said beside the picture.
import { gatherSpans } from './gather-spans.ts';
import type { SpanRecord } from './span-record.ts';
import { rowOf, type SpanRow } from './span-rows.ts';
import type { Lane, Span } from './timeline.ts';
import type { TimelineIndex } from './timeline-index.ts';

interface PartQuery {
  /** Moments, in milliseconds since 1970. */
  readonly from: number;
  readonly to: number;
  readonly folded: boolean;
  /** By what is inside of what, instead of lanes. */
  readonly flame?: boolean;
  /** How many agents get a lane. */
  readonly agents?: number;
}

export interface TimelinePart {
  /** The stretch that the spans cover: the one that was asked for with room on both sides. */
  readonly from: number;
  readonly to: number;
  /** What is nearer together than this, in milliseconds of the drawn axis, is one span with a count; 0: all are told. */
  readonly grain: number;
  readonly lanes: readonly Lane[];
  readonly spans: readonly Span[];
  /** How many agents share one lane, because they are too many for lanes of their own; 0 where each has one. */
  readonly hidden: number;
  readonly facts: PartFacts;
}

/** What is true of the stretch that was asked for, without the room beside it. */
export interface PartFacts {
  readonly from: number;
  readonly to: number;
  readonly firstTurn: number;
  readonly lastTurn: number;
  readonly calls: number;
  readonly longest: readonly Span[];
}

const MOST_SPANS = 1250;
/** About as fine as a screen. */
const GRAINS = 1600;
const MOST_DEPTH = 6;
const MOST_AGENT_DEPTH = 3;
const LONGEST = 6;
const MOST_AGENTS = 60;

export function cutPart(index: TimelineIndex, query: PartQuery): TimelinePart {
  const { fold, lanes: laneRows, together } = axisRows(index, query);
  const [start, end] = [fold.unitOf(query.from), fold.unitOf(query.to)];
  const length = Math.max(end - start, 1);
  const [from, to] = [Math.max(start - length / 2, 0), Math.min(end + length / 2, fold.length)];
  const [fromTime, toTime] = [fold.timeOf(from), fold.timeOf(to)];
  const inPart = index.agents.filter((span) => span.end >= fromTime && span.start <= toTime);
  const inView = inPart.filter((span) => span.end >= query.from && span.start <= query.to);
  const most = Math.min(query.agents ?? 10, MOST_AGENTS);
  // Of many agents none gets a lane: they share one. Otherwise those in view come first, then those beside it.
  const hidden = inView.length > most ? inView.length : 0;
  const shown = new Set(hidden > 0 ? [] : [...inView, ...inPart].slice(0, most));
  const lanes = new Set([...shown].map(({ lane }) => lane));
  const rows = query.flame
    ? together.filter(isInFlame)
    : [
        ...laneRows.filter((row) => isOnLanes(row, lanes)),
        ...laneRows.filter(({ sort, depth }) => hidden > 0 && sort === 'agent' && depth < MOST_DEPTH),
        // Strands of agents are drawn one by one: each is a row of its own, so that none is gathered with another.
        ...[...shown].map((span) => rowOf('agents', 'agent', 0, [span], fold)),
      ];
  const grain = (to - from) / GRAINS;
  const gathered = gatherSpans(rows, { from, to, grain, most: MOST_SPANS });
  return {
    from: fromTime,
    to: toTime,
    ...gathered,
    lanes: [...index.lanes.values()].filter(({ id, kind }) => kind !== 'agent' || lanes.has(id)),
    hidden: query.flame ? 0 : hidden,
    facts: tellFacts(index, query),
  };
}

function axisRows(index: TimelineIndex, { folded, flame }: PartQuery) {
  const axis = index.axis(folded);
  return { fold: axis.fold, lanes: flame ? [] : axis.lanes, together: flame ? axis.together : [] };
}

function isOnLanes({ lane, sort, depth }: SpanRow, agents: ReadonlySet<string>): boolean {
  if (sort === 'turn' || sort === 'request' || sort === 'agent') return false;
  if (lane === 'person' || lane === 'main' || lane === 'tools') return depth < MOST_DEPTH;
  return agents.has(lane) && depth < MOST_AGENT_DEPTH;
}

function isInFlame({ sort, depth }: SpanRow): boolean {
  return sort !== 'prompt' && sort !== 'wait' && sort !== 'event' && depth < MOST_DEPTH;
}

const COUNTED: ReadonlySet<Span['kind']> = new Set(['tool', 'agent', 'wait', 'thinking', 'answer', 'retry']);

function tellFacts({ spans, starters }: TimelineIndex, { from, to }: PartQuery): PartFacts {
  let [firstTurn, lastTurn, calls] = [Number.POSITIVE_INFINITY, 0, 0];
  const longest: SpanRecord[] = [];
  for (const span of spans) {
    if (span.start > to) break;
    if (span.end < from) continue;
    if (span.kind === 'turn') {
      if (span.turn < firstTurn) firstTurn = span.turn;
      if (span.turn > lastTurn) lastTurn = span.turn;
    }
    if (span.kind === 'tool') calls++;
    const ms = span.end - span.start;
    const least = longest[LONGEST - 1];
    if (ms === 0 || (least && ms <= least.end - least.start)) continue;
    if (!COUNTED.has(span.kind) || starters.has(span.id)) continue;
    const at = longest.findIndex((one) => one.end - one.start < ms);
    longest.splice(at < 0 ? longest.length : at, 0, span);
    if (longest.length > LONGEST) longest.pop();
  }
  return {
    from,
    to,
    firstTurn: Math.min(firstTurn, lastTurn),
    lastTurn,
    calls,
    longest: longest.map((span) => span.tell()),
  };
}

export interface SpanList {
  readonly total: number;
  readonly spans: readonly Span[];
}

/** The spans of a stretch one by one, for the table behind the picture: all but turns and requests, which hold the others. */
export function listSpans(
  { spans }: TimelineIndex,
  { from, to, offset, count }: Readonly<Record<'from' | 'to' | 'offset' | 'count', number>>,
): SpanList {
  const found: SpanRecord[] = [];
  let total = 0;
  for (const span of spans) {
    if (span.start > to) break;
    if (span.end < from || span.kind === 'turn' || span.kind === 'request') continue;
    if (total >= offset && total < offset + count) found.push(span);
    total++;
  }
  return { total, spans: found.map((span) => span.tell()) };
}
