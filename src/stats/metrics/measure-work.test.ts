import { expect, test } from 'vitest';
import type { JsonObject } from '../../base/json.ts';
import { makeEntries } from '../../log/make-entries.fixture.ts';
import { pairToolCalls } from '../../session/tool-calls.ts';
import { describeWork } from './describe-work.ts';
import { addWork, measureWork, type WorkThread } from './measure-work.ts';
import { spreadOf } from './spread.ts';

let count = 0;

function at(seconds: number): string {
  return new Date(Date.parse('2026-01-05T12:00:00Z') + seconds * 1000).toISOString();
}

function prompt(seconds: number, text = 'Do it.'): JsonObject {
  return {
    type: 'user',
    uuid: `u${++count}`,
    timestamp: at(seconds),
    message: { role: 'user', content: text },
  };
}

/** An answer that calls a tool, and its result a second later. */
function call(
  seconds: number,
  input: JsonObject,
  options: { name?: string; failed?: boolean } = {},
): JsonObject[] {
  const id = `toolu_${++count}`;
  const use = { type: 'tool_use', id, name: options.name ?? 'Bash', input };
  const result = { type: 'tool_result', tool_use_id: id, content: 'x', is_error: options.failed === true };
  return [
    answer(seconds, [use]),
    {
      type: 'user',
      uuid: `u${++count}`,
      timestamp: at(seconds + 1),
      message: { role: 'user', content: [result] },
    },
  ];
}

function answer(
  seconds: number,
  content: JsonObject[] = [],
  tokens = 0,
  model = 'claude-opus-4-6',
): JsonObject {
  return {
    type: 'assistant',
    uuid: `u${++count}`,
    timestamp: at(seconds),
    message: {
      id: `msg_${count}`,
      role: 'assistant',
      model,
      stop_reason: 'end_turn',
      content: [...content, { type: 'text', text: 'Yes.' }],
      usage: { input_tokens: 10, output_tokens: 1, cache_read_input_tokens: tokens },
    },
  };
}

function thread(values: readonly JsonObject[], agentId?: string): WorkThread {
  const entries = makeEntries(values);
  return { agentId, entries, calls: pairToolCalls(entries).calls };
}

const measure = (values: readonly JsonObject[]) => describeWork(measureWork([thread(values)]).all);

test('time without pauses of more than five minutes is active; workers side by side are not counted double', () => {
  const main = [prompt(0), answer(60), prompt(3600), answer(3660)];
  expect(measure(main)).toMatchObject({ durationMs: 3_660_000, activeMs: 120_000, turns: 2, requests: 2 });
  const agent = thread([prompt(10), answer(50)], 'a');
  const { all, each } = measureWork([thread(main), agent]);
  const both = describeWork(all);
  expect(each).toEqual([measureWork([thread(main)]).all, measureWork([agent]).all]);
  expect(both).toMatchObject({ activeMs: 120_000, threads: 2, requests: 3 });
});

test('[M6] words of the client itself are no requests', () => {
  expect(measure([prompt(0), answer(1, [], 0, '<synthetic>'), answer(2)])).toMatchObject({ requests: 1 });
});

test('calls are counted by how they ended, tools by use, and success is that of calls with a verdict', () => {
  const work = measure([
    prompt(0),
    ...call(1, { a: 1 }),
    ...call(3, { a: 2 }, { failed: true }),
    ...call(5, { a: 3 }, { name: 'Read' }),
    call(7, { a: 4 })[0] as JsonObject,
  ]);
  expect(work).toMatchObject({
    toolCalls: 4,
    successRate: 2 / 3,
    statuses: { ok: 2, error: 1, rejected: 0, interrupted: 0, pending: 1 },
  });
  expect(work.tools.map(({ name, calls, errors }) => [name, calls, errors])).toEqual([
    ['Bash', 3, 1],
    ['Read', 1, 0],
  ]);
  expect(work.tools[0]?.durationMs).toMatchObject({ median: 1000, count: 2 });
});

test('prompt intervals, turn lengths and cache efficiency', () => {
  const work = measure([
    prompt(0),
    answer(10, [], 90),
    prompt(100),
    answer(110),
    answer(130),
    prompt(400),
    answer(401),
  ]);
  expect(work.promptIntervalMs).toEqual({ count: 2, median: 100_000, p90: 300_000, most: 300_000 });
  expect(work.turnRequests).toMatchObject({ count: 3, median: 1, most: 2 });
  expect(work.turnDurationMs?.most).toBe(30_000);
  expect(work.cacheEfficiency).toBeCloseTo(90 / 130, 10);
});

test('agents called within ten seconds of one another are a burst', () => {
  const agents = [0, 5, 12, 60, 200, 205].flatMap((seconds) =>
    call(seconds, { prompt: `p${seconds}` }, { name: 'Task' }),
  );
  expect(measure([prompt(0), ...agents])).toMatchObject({ agentCalls: 6, agentBursts: 2, largestBurst: 3 });
});

test('a retry is the next call with what has just failed; the same call three times in a row is a loop', () => {
  const twice = [...call(1, { a: 1 }, { failed: true }), ...call(3, { a: 1 })];
  expect(measure([prompt(0), ...twice])).toMatchObject({ callRetries: 1, patterns: [] });
  const other = [...twice, ...call(5, { a: 2 }), ...call(7, { a: 1 })];
  expect(measure([prompt(0), ...other]).patterns).toEqual([]);
  const loop = [...twice, ...call(5, { a: 1 })];
  expect(measure([prompt(0), ...loop]).patterns).toMatchObject([{ rule: 'loop', count: 3, line: 2 }]);
});

test('five failures in a row are stagnation, four or an interrupted row are not', () => {
  const failures = (n: number) =>
    Array.from({ length: n }, (_, i) => call(i * 2, { i }, { failed: true })).flat();
  expect(measure([prompt(0), ...failures(5)]).patterns).toMatchObject([{ rule: 'stagnation', count: 5 }]);
  expect(measure([prompt(0), ...failures(4), ...call(20, {}), ...failures(4)]).patterns).toEqual([]);
});

test('a turn far above the usual and above five million tokens is a runaway', () => {
  const turns = (last: number) => [
    ...[0, 10, 20].flatMap((seconds) => [prompt(seconds), answer(seconds + 1, [], 100_000)]),
    prompt(100),
    answer(101, [], last),
  ];
  expect(measure(turns(6_000_000)).patterns).toMatchObject([{ rule: 'runaway', turn: 4, line: 7 }]);
  expect(measure(turns(4_900_000)).patterns).toEqual([]);
  expect(measure([prompt(0), answer(1, [], 9_000_000)]).patterns).toEqual([]);
});

test('[E2] requests that the client tried again are counted by its own count', () => {
  const failure = (attempt: number): JsonObject => ({
    type: 'system',
    subtype: 'api_error',
    uuid: `u${++count}`,
    timestamp: at(attempt),
    retryAttempt: attempt,
    maxRetries: 10,
  });
  expect(measure([prompt(0), failure(1), failure(2), answer(9)])).toMatchObject({ apiRetries: 2 });
});

test('sessions add up', () => {
  const one = measureWork([thread([prompt(0), ...call(1, { a: 1 })])]).all;
  const sum = describeWork(addWork([one, one, one]));
  expect(sum).toMatchObject({ sessions: 3, toolCalls: 3, requests: 3, turns: 3, durationMs: 6000 });
  expect(describeWork(addWork([]))).toMatchObject({
    sessions: 0,
    successRate: undefined,
    turnRequests: undefined,
  });
});

test('a spread names values that occurred', () => {
  expect(spreadOf([])).toBeUndefined();
  expect(spreadOf([5])).toEqual({ count: 1, median: 5, p90: 5, most: 5 });
  expect(spreadOf([4, 1, 3, 2, 10, 6, 7, 8, 9, 5])).toEqual({ count: 10, median: 5, p90: 9, most: 10 });
});
