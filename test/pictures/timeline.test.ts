import { expect, test } from 'vitest';
import { buildTimeline } from '../../src/render/timeline/build-timeline.fixture.ts';
import { cutPart, listSpans, type TimelinePart } from '../../src/render/timeline/cut-part.ts';
import { findMoment } from '../../src/render/timeline/find-moment.ts';
import { readTimeline } from '../../src/render/timeline/read-timeline.ts';
import type { SpanRecord } from '../../src/render/timeline/span-record.ts';
import { labelOf } from '../../src/render/timeline/span-words.ts';
import { drawMap } from '../../src/render/timeline/time-map.ts';
import type { Span } from '../../src/render/timeline/timeline.ts';
import { TimelineIndex } from '../../src/render/timeline/timeline-index.ts';
import { type Conversation, readConversation } from '../../src/session/session.ts';
import { picturedSessions } from './pictured-sessions.ts';

const sessions = [...picturedSessions()].map(({ name, thread, tree }) => {
  const conversation = readConversation(thread);
  const index = new TimelineIndex(readTimeline(conversation, tree));
  return { name, index, whole: buildTimeline(conversation, tree) };
});

test('words made when they are asked for are those of the whole timeline', () => {
  let shells = 0;
  for (const { index, whole } of sessions) {
    expect(index.spans.map((span) => span.tell())).toEqual(whole.spans);
    for (const span of index.spans) {
      if (span.tool !== 'Bash') continue;
      shells++;
      expect(span.label).toBe(labelOf('tool', span.source));
    }
  }
  expect(shells).toBeGreaterThan(50);
});

test('a part loses no span: what is not told by itself is counted by its neighbour, and what is told is true', () => {
  for (const { name, index, whole } of sessions) {
    const { start = 0, end = 0 } = index;
    const byId = new Map(whole.spans.map((span) => [span.id, span]));
    for (const flame of [false, true]) {
      const part = cutPart(index, { from: start, to: end, folded: true, flame, agents: 60 });
      const drawn = drawnSpans(index, flame);
      expect(countOf(part), name).toBe(drawn.length);
      const failures = part.spans.filter(({ failed }) => failed).length;
      expect(failures > 0, name).toBe(drawn.some(({ failed }) => failed));
      for (const span of part.spans) {
        const { depth: _, ...told } = byId.get(span.id) as Span;
        if (part.grain === 0) expect(span).toMatchObject(told);
      }
    }
  }
});

test('parts of a stretch tell what ran in it, and the list tells each span once', () => {
  for (const { index, whole } of sessions) {
    const { start = 0, end = 0 } = index;
    const [from, to] = [start + (end - start) * 0.3, start + (end - start) * 0.6];
    const inside = whole.spans.filter((span) => span.start <= to && span.end >= from);
    const { facts, spans } = cutPart(index, { from, to, folded: true });
    expect(facts.calls).toBe(inside.filter(({ kind }) => kind === 'tool').length);
    const turns = inside.filter(({ kind }) => kind === 'turn').map(({ turn }) => turn);
    expect(facts.lastTurn).toBe(Math.max(0, ...turns));
    const prompts = spans.filter(({ kind }) => kind === 'prompt').map(({ turn }) => turn);
    for (const { kind, turn } of inside) if (kind === 'prompt') expect(prompts).toContain(turn);
    const list = listSpans(index, { from, to, offset: 0, count: 100_000 });
    const listed = inside.filter(({ kind }) => kind !== 'turn' && kind !== 'request');
    expect(list.spans).toEqual(listed);
    expect(list.total).toBe(listed.length);
  }
});

test('steps go through every beginning in order, there and back', () => {
  for (const { index } of sessions.slice(0, 12)) {
    const starts = [...new Set(index.stops.map(({ start }) => start))];
    let time = (index.start ?? 0) - 1;
    const there: number[] = [];
    for (let next = findMoment(index, { time, go: 'next' }); next.span; ) {
      there.push(next.time);
      time = next.time;
      next = findMoment(index, { time, go: 'next' });
    }
    expect(there).toEqual(starts);
    const before = findMoment(index, { time, go: 'previous' });
    expect(before.span?.start).toBe(starts.at(-2));
  }
});

test('the bars of the map are the work of all rows, and each compaction is marked', () => {
  for (const { name, index } of sessions) {
    for (const folded of [true, false]) {
      const { busy, compactions } = drawMap(index, folded);
      const { fold, lanes } = index.axis(folded);
      let work = 0;
      for (const { sort, from, to } of lanes)
        if (sort === 'call' || sort === 'model')
          for (const [i, end] of to.entries()) work += end - (from[i] as number);
      const drawn = busy.reduce((sum, share) => sum + share / 100, 0) * (fold.length / busy.length);
      // Each bar is rounded to a hundredth.
      expect(Math.abs(drawn - work), name).toBeLessThanOrEqual(fold.length * 0.005 + 1);
      const ties = index.spans.filter(({ kind }) => kind === 'compaction');
      expect(compactions.length > 0).toBe(ties.length > 0);
    }
  }
});

test('a hundred thousand turns are told in a few hundred kilobytes', () => {
  const prompt = (i: number) => ({ turn: i, start: i * 5000, end: i * 5000 + 4000 });
  const turns = Array.from({ length: 100_000 }, (_, i) => prompt(i + 1)).map(
    ({ turn, start, end }) =>
      ({
        number: turn,
        prompt: undefined,
        entries: [],
        messages: [],
        start,
        end,
      }) as unknown as Conversation['turns'][number],
  );
  const read = readTimeline({ entries: [], messages: [], turns }, EMPTY_TREE);
  const index = new TimelineIndex(read);
  const part = cutPart(index, { from: 0, to: 500_000_000, folded: true, flame: true });
  expect(countOf(part)).toBe(100_000);
  expect(JSON.stringify(part).length).toBeLessThan(300_000);
  expect(part.facts).toMatchObject({ firstTurn: 1, lastTurn: 100_000 });
});

const EMPTY_TREE = { children: [] } as unknown as Parameters<typeof readTimeline>[1];

function countOf({ spans }: TimelinePart): number {
  return spans.reduce((sum, { count = 1 }) => sum + count, 0);
}

const DEEPEST = 6;

// What the rows of a picture hold; deeper rows of parallel calls are not drawn.
function drawnSpans(index: TimelineIndex, flame: boolean): SpanRecord[] {
  const rows = flame ? index.axis(true).together : index.axis(true).lanes;
  return rows.flatMap(({ sort, lane, depth, spans }) => {
    const isAgents = lane.startsWith('agent-');
    if (depth >= (isAgents ? 3 : DEEPEST)) return [];
    const left = flame ? ['prompt', 'wait', 'event'] : ['turn', 'request'];
    return left.includes(sort) ? [] : spans;
  });
}
