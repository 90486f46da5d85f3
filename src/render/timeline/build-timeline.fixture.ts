// Builds the whole timeline of a session's active branch, every span with its words: what the parts that the page asks for are compared with.
import type { AgentTree } from '../../session/agents.ts';
import type { Conversation } from '../../session/session.ts';
import { readTimeline } from './read-timeline.ts';
import type { Timeline } from './timeline.ts';
import { endOf, findIdle, sumTimes } from './timeline-sums.ts';

export function buildTimeline(conversation: Conversation, tree: AgentTree): Timeline {
  const { lanes, spans, untimed } = readTimeline(conversation, tree);
  const [start, end] = [spans[0]?.start, endOf(spans)];
  return {
    ...(start === undefined ? {} : { start }),
    ...(end === undefined ? {} : { end }),
    lanes,
    spans: spans.map((span) => span.tell()),
    untimed,
    idle: findIdle(spans),
    totals: sumTimes(spans),
  };
}
