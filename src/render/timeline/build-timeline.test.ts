import { expect, test } from 'vitest';
import type { JsonObject } from '../../base/json.ts';
import { makeEntries } from '../../log/make-entries.fixture.ts';
import { linkAgents } from '../../session/agents.ts';
import { buildThread, readConversation } from '../../session/session.ts';
import { buildTimeline } from './build-timeline.fixture.ts';

const at = (second: number) => new Date(1_700_000_000_000 + second * 1000).toISOString();
const seconds = (time: number) => (time - 1_700_000_000_000) / 1000;

function timelineOf(...lines: readonly JsonObject[]) {
  const entries = makeEntries(
    lines.map((line, i) => ({ uuid: `u${i}`, parentUuid: i === 0 ? null : `u${i - 1}`, ...line })),
  );
  const thread = buildThread(entries);
  return buildTimeline(readConversation(thread), linkAgents(thread, []));
}

const prompt = (second: number, text: string): JsonObject => ({
  type: 'user',
  timestamp: at(second),
  message: { role: 'user', content: text },
});
const answer = (second: number, id: string, block: JsonObject): JsonObject => ({
  type: 'assistant',
  timestamp: at(second),
  message: { id, role: 'assistant', model: 'm', content: [block] },
});
const use = (id: string, command: string): JsonObject => ({
  type: 'tool_use',
  id,
  name: 'Bash',
  input: { command },
});
const result = (second: number, id: string, more: JsonObject = {}): JsonObject => ({
  type: 'user',
  timestamp: at(second),
  message: { role: 'user', content: [{ type: 'tool_result', tool_use_id: id, content: 'x', ...more }] },
});

test('a turn is a request with thinking and answering in it, its calls, and the wait for the person', () => {
  const { spans, totals, lanes } = timelineOf(
    prompt(0, 'Test it'),
    answer(4, 'm1', { type: 'thinking', thinking: 'hm', signature: 's' }),
    answer(6, 'm1', { type: 'text', text: 'I will.' }),
    answer(7, 'm1', use('a', 'npm test -- login')),
    result(17, 'a', { is_error: true }),
    answer(20, 'm2', { type: 'text', text: 'Failed.' }),
    prompt(80, 'Again'),
  );
  const told = spans.map(({ kind, lane, start, end, failed }) => [
    kind,
    lane,
    seconds(start),
    seconds(end),
    failed ?? false,
  ]);
  expect(told).toEqual(
    expect.arrayContaining([
      ['turn', 'main', 0, 20, false],
      ['request', 'main', 0, 7, false],
      ['thinking', 'main', 0, 4, false],
      ['answer', 'main', 4, 7, false],
      ['tool', 'tools', 7, 17, true],
      ['request', 'main', 17, 20, false],
      ['wait', 'person', 20, 80, false],
      ['prompt', 'person', 80, 80, false],
    ]),
  );
  expect(totals).toMatchObject({
    elapsedMs: 80_000,
    workedMs: 20_000,
    waitedForPersonMs: 60_000,
    thinkingMs: 4000,
    answeringMs: 6000,
  });
  expect(totals.tools).toEqual([{ name: 'Bash', ms: 10_000, calls: 1, failed: 1 }]);
  expect(totals.commands[0]).toMatchObject({ calls: 1, ms: 10_000 });
  expect(lanes.map(({ id }) => id)).toEqual(['person', 'main', 'tools']);
});

test('calls at the same time lie below each other, and a request lies around the calls it made', () => {
  const { spans } = timelineOf(
    prompt(0, 'Both'),
    answer(1, 'm1', use('a', 'one')),
    answer(1, 'm1', use('b', 'two')),
    result(5, 'a'),
    result(9, 'b'),
    answer(12, 'm2', use('c', 'three')),
    result(13, 'c'),
  );
  const tools = spans.filter(({ kind }) => kind === 'tool');
  expect(tools.map(({ depth }) => depth)).toEqual([0, 1, 0]);
  const byId = new Map(spans.map((span) => [span.id, span]));
  expect(tools.map(({ parent }) => byId.get(parent ?? -1)?.kind)).toEqual(['request', 'request', 'request']);
});

test('lines without a time are counted, not drawn; a clock that went back gives spans of no length', () => {
  const { spans, untimed } = timelineOf(
    { type: 'user', message: { role: 'user', content: 'no time' } },
    answer(10, 'm1', use('a', 'x')),
    result(5, 'a'),
  );
  expect(untimed).toBeGreaterThan(0);
  for (const { start, end } of spans) expect(end).toBeGreaterThanOrEqual(start);
});

test('long stretches in which nothing ran are told, with the turn before them', () => {
  const { idle } = timelineOf(
    prompt(0, 'a'),
    answer(5, 'm1', { type: 'text', text: 'x' }),
    prompt(1000, 'b'),
    answer(1010, 'm2', { type: 'text', text: 'y' }),
  );
  expect(idle.map(({ start, end, turn }) => [seconds(start), seconds(end), turn])).toEqual([[5, 1000, 1]]);
});

test('what the client writes by itself after an answer is part of the wait, and so is all before the first prompt', () => {
  const system = (second: number, subtype: string): JsonObject => ({
    type: 'system',
    subtype,
    timestamp: at(second),
    content: 'x',
  });
  const { spans, totals } = timelineOf(
    system(0, 'bridge_status'),
    system(500, 'informational'),
    prompt(1000, 'a'),
    answer(1010, 'm1', { type: 'text', text: 'x' }),
    system(1300, 'away_summary'),
    prompt(2000, '<command-name>/reload-plugins</command-name>'),
    prompt(2100, 'b'),
    answer(2110, 'm2', { type: 'text', text: 'y' }),
  );
  const waits = spans.filter(({ kind }) => kind === 'wait');
  expect(waits.map(({ start, end, turn }) => [seconds(start), seconds(end), turn])).toEqual([
    [0, 1000, 0],
    [1010, 2100, 1],
  ]);
  expect(totals.elapsedMs).toBe(totals.workedMs + totals.waitedForPersonMs);
});
