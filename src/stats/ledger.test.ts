import fc from 'fast-check';
import { expect, test } from 'vitest';
import { growthOf, NOT_QUADRATIC } from '../base/growth.fixture.ts';
import { buildLedger } from './ledger.ts';
import { BUILT_IN_PRICES } from './prices.ts';
import { sumUsage } from './sum-usage.ts';
import { fileOf, recordOf } from './usage.fixture.ts';

test('[M3] lines of one message count once, from the one with the most output tokens', () => {
  const lines = [
    { output: 1, final: false },
    { output: 250, final: true },
    { output: 3, final: false },
  ];
  const { messages } = buildLedger([fileOf(lines.map((line) => recordOf(line)))]);
  expect(messages).toHaveLength(1);
  expect(messages[0]).toMatchObject({ output: 250, input: 10, final: true });
});

test('[K3] a message in several files counts once, at the time and in the session of its first copy', () => {
  const copy = recordOf({ sessionId: 's2', requestId: undefined, time: Date.parse('2026-02-01T00:00:00Z') });
  const files = [
    fileOf([copy, recordOf({ id: 'msg_2', sessionId: 's2' })], {
      file: '/h/projects/-work-a/s2.jsonl',
      sessionId: 's2',
    }),
    fileOf([recordOf()]),
  ];
  const { messages } = buildLedger(files);
  expect(messages).toHaveLength(2);
  expect(messages.find(({ id }) => id === 'msg_1')).toMatchObject({
    sessionId: 's1',
    time: Date.parse('2026-01-05T12:00:00Z'),
  });
});

test('[G7] a fork that carries lines over with their old session leaves them where they were', () => {
  const forked = fileOf([recordOf()], { file: '/h/projects/-work-a/a-fork.jsonl', sessionId: 'a-fork' });
  const { messages } = buildLedger([forked, fileOf([recordOf()])]);
  expect(messages).toMatchObject([{ sessionId: 's1' }]);
});

test('[K3] an answer that only progress entries tell of counts as its agent’s; one that has a file too counts once', () => {
  const told = recordOf({ source: 'progress', sidechain: true, agentId: 'a1' });
  const only = recordOf({ id: 'msg_2', source: 'progress', sidechain: true, agentId: 'a2' });
  const agent = fileOf([recordOf({ sidechain: true, agentId: 'a1' })], {
    file: '/h/projects/-work-a/z/agent-a1.jsonl',
    agentId: 'a1',
    kind: 'agent',
    project: '/work/elsewhere',
  });
  const { messages } = buildLedger([fileOf([told, only]), agent]);
  expect(messages).toMatchObject([
    { id: 'msg_1', kind: 'agent', agentId: 'a1', project: '/work/a' },
    { id: 'msg_2', kind: 'agent', agentId: 'a2' },
  ]);
});

test('[F2] [F4] whose work it is: main, an agent inside the file, or one that the client started for itself', () => {
  const inside = recordOf({ id: 'msg_2', sidechain: true });
  const suggestion = recordOf({
    id: 'msg_3',
    source: 'progress',
    sidechain: true,
    agentId: 'aprompt_suggestion-1',
  });
  const warm = fileOf([recordOf({ id: 'msg_4' })], { file: '/h/w.jsonl', agentId: 'w', kind: 'internal' });
  const { messages } = buildLedger([fileOf([recordOf(), inside, suggestion]), warm]);
  expect(messages.map(({ kind }) => kind)).toEqual(['main', 'agent', 'internal', 'internal']);
});

test("[M6] the client's own words are no requests; messages without an id are each their own", () => {
  const records = [
    recordOf({ model: '<synthetic>', id: 'x' }),
    recordOf({ id: undefined }),
    recordOf({ id: undefined, model: undefined }),
  ];
  const { messages } = buildLedger([fileOf(records)]);
  expect(messages.map(({ model }) => model)).toEqual(['claude-opus-4-6', '(none)']);
});

test('[T1] a call that is logged twice is one call', () => {
  const call = { id: 'toolu_1', name: 'Bash' };
  const records = [[call], [call], [{ id: 'toolu_2', name: 'Bash' }], []].map((tools) => recordOf({ tools }));
  const { messages } = buildLedger([fileOf(records)]);
  expect(messages[0]?.tools).toEqual([call, { id: 'toolu_2', name: 'Bash' }]);
});

test('[K5] what has no price is named, and its cost is undefined rather than 0', () => {
  const known = recordOf({ id: 'a', input: 0, cacheRead: 0, output: 1_000_000 });
  const unknown = recordOf({ id: 'b', model: 'claude-opus-9' });
  const { messages } = buildLedger([fileOf([known, unknown])]);
  const sum = sumUsage(messages, BUILT_IN_PRICES);
  expect(sum).toMatchObject({ requests: 2, costUSD: 25, unpriced: ['claude-opus-9'], unpricedRequests: 1 });
  expect(sumUsage(messages.slice(1), BUILT_IN_PRICES).costUSD).toBeUndefined();
  expect(sumUsage([], BUILT_IN_PRICES).costUSD).toBe(0);
});

test('[K3] the order in which files are found, and lines of different files meet, changes no sum', () => {
  const record = fc.record({
    id: fc.constantFrom('a', 'b', 'c', 'd'),
    output: fc.nat(3),
    time: fc.option(fc.nat(3), { nil: undefined }),
    model: fc.constantFrom('claude-opus-4-6', 'claude-haiku-4-5', 'other'),
    sessionId: fc.constantFrom('s0', 's1', 's2'),
    source: fc.constantFrom('entry' as const, 'progress' as const),
    final: fc.boolean(),
  });
  const files = fc.array(fc.array(record, { maxLength: 5 }), { minLength: 2, maxLength: 4 });
  const sums = (order: readonly ReturnType<typeof fileOf>[]) => {
    const { messages } = buildLedger(order);
    const sorted = [...messages].sort((a, b) => ((a.id ?? '') < (b.id ?? '') ? -1 : 1));
    return sorted.map(({ tools, ...rest }) => rest);
  };
  fc.assert(
    fc.property(files, (contents) => {
      const made = contents.map((records, i) =>
        fileOf(
          records.map((fields) => recordOf(fields)),
          { file: `/h/s${i}.jsonl`, sessionId: `s${i}`, project: undefined },
        ),
      );
      expect(sums([...made].reverse())).toEqual(sums(made));
    }),
  );
});

test('[M1] an answer of thousands of calls, a line each, takes no square of time', () => {
  const tools = (i: number) => [{ id: `t${i}`, name: 'Bash' }];
  const files = (size: number) => [
    fileOf(Array.from({ length: size }, (_, i) => recordOf({ tools: tools(i % (size - 1)) }))),
  ];
  expect(buildLedger(files(3000)).messages[0]?.tools.length).toBe(2999);
  expect(growthOf(2000, (size) => buildLedger(files(size)))).toBeLessThan(NOT_QUADRATIC);
});
