// The timeline of a session: the whole in few figures, its parts as they come into view, and single moments.
import { readCutSize } from '../context/tokens/cut-size.ts';
import { measureRequests } from '../context/tokens/measure-requests.ts';
import { cutPart, listSpans, type SpanList, type TimelinePart } from '../render/timeline/cut-part.ts';
import { findMoment, type MomentQuery } from '../render/timeline/find-moment.ts';
import { readTimeline } from '../render/timeline/read-timeline.ts';
import { drawMap } from '../render/timeline/time-map.ts';
import { TimelineIndex } from '../render/timeline/timeline-index.ts';
import type { Thread } from '../session/session.ts';
import { costOf } from '../stats/prices.ts';
import type { MomentAnswer, Step, TimelineAnswer, TimelinePartQuery, TimelineSpansQuery } from './api.ts';
import type { SessionModel } from './model/session-model.ts';
import { ownPrices } from './own-prices.ts';

interface Known {
  readonly index: TimelineIndex;
  steps?: readonly Step[];
}

/** The thread is made anew whenever a file of the session changes: what was worked out of it goes with it. */
const known = new WeakMap<Thread, Known>();
const MOST_NAMES = 60;
const MOST_SHARES = 8;
const MOST_LISTED = 400;

/** `once`: nobody looks at it now, so that what it is made of is not held. */
export function viewTimeline(model: SessionModel, once = false): TimelineAnswer {
  const { index } = knownOf(model, once);
  const { start, end, untimed, idle, totals, shares } = index;
  const folded = drawMap(index, true);
  return {
    ...(start === undefined ? {} : { start }),
    ...(end === undefined ? {} : { end }),
    untimed,
    idle,
    totals: { ...totals, tools: totals.tools.slice(0, MOST_NAMES) },
    shares: shares.slice(0, MOST_SHARES),
    maps: { folded, real: idle.length === 0 ? folded : drawMap(index, false) },
    part: cutPart(index, { from: start ?? 0, to: end ?? 0, folded: true }),
    first: findMoment(index, {}),
  };
}

export function viewTimelinePart(model: SessionModel, query: TimelinePartQuery): TimelinePart {
  return cutPart(knownOf(model).index, { folded: true, ...query });
}

export function listTimelineSpans(model: SessionModel, query: TimelineSpansQuery): SpanList {
  const { from, to, offset = 0, count = MOST_LISTED } = query;
  return listSpans(knownOf(model).index, { from, to, offset, count: Math.min(count, MOST_LISTED) });
}

export function viewMoment(model: SessionModel, query: MomentQuery): MomentAnswer {
  const held = knownOf(model);
  held.steps ??= listSteps(model);
  const moment = findMoment(held.index, query);
  const bill = held.steps.findLast(({ time }) => time <= moment.time);
  return { ...moment, ...(bill ? { bill } : {}) };
}

function knownOf(model: SessionModel, once = false): Known {
  const { thread } = model;
  let one = known.get(thread);
  if (!one) {
    const read = readTimeline(model.view().transcript.conversation, model.agents);
    one = { index: new TimelineIndex(read) };
    if (!once) known.set(thread, one);
  }
  return one;
}

/** What each request of the main thread left, in the order of the log. */
function listSteps(model: SessionModel): Step[] {
  const { conversation } = model.view().transcript;
  let [cost, requests] = [0, 0];
  return measureRequests(conversation, readCutSize(model.thread.entries)).flatMap((request): Step[] => {
    const { uncached: input, output, cacheRead, cacheWrite5m, cacheWrite1h, model: name, context } = request;
    cost +=
      costOf({ input, output, cacheRead, cacheWrite5m, cacheWrite1h, webSearches: 0 }, name, ownPrices()) ??
      0;
    requests++;
    const time = request.endedAt ?? request.startedAt;
    return time === undefined ? [] : [{ time, context, costUSD: cost, requests }];
  });
}
