// Laws of the ledger over made-up sessions: whatever the figures say, the sums hold and nothing is negative.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { encodeUtf8 } from '../../base/bytes.ts';
import { growthOf, NOT_QUADRATIC } from '../../base/growth.fixture.ts';
import type { JsonObject } from '../../base/json.ts';
import { ERAS } from '../../forge/eras.ts';
import { forgeSession } from '../../forge/forge-session.ts';
import { parseLog } from '../../log/read-log.ts';
import { buildThread, type Conversation, readConversation } from '../../session/session.ts';
import { attributeTokens } from './attribute-tokens.ts';
import { inspectCache } from './cache-forensics.ts';
import { measureGrowth } from './growth.ts';
import { windowAt } from './roll-up.ts';
import { answer, boundary, prompt, result, talkOf, text, use, words } from './talk-of.fixture.ts';

const models = fc.constantFrom('claude-opus-4-6', 'claude-sonnet-4-5-20250929', 'claude-opus-4-8', 'glm-4.6');

const line: fc.Arbitrary<(i: number) => JsonObject> = fc.oneof(
  fc.nat(3000).map((size) => () => prompt(words(size))),
  fc.tuple(fc.nat(3000), fc.nat(9)).map(
    ([size, back]) =>
      (i: number) =>
        result(`t${i - back}`, words(size)),
  ),
  fc
    .record({
      context: fc.oneof(fc.nat(300_000), fc.nat(100), fc.integer({ min: 20_000, max: 21_000 })),
      output: fc.nat(9000),
      read: fc.nat(20_000),
      stop: fc.boolean(),
      hour: fc.boolean(),
      model: models,
      form: fc.constantFrom('text', 'use', 'thinking'),
      joined: fc.boolean(),
    })
    .map(({ form, joined, read, context, ...figures }) => (i: number) => {
      const block =
        form === 'text'
          ? text(words(figures.output % 500))
          : form === 'use'
            ? use(`t${i}`, 'Read', { file_path: `/f${i % 5}` })
            : { type: 'thinking', thinking: '', signature: 'x'.repeat(figures.output) };
      return answer(`m${joined ? i - (i % 2) : i}`, block, {
        ...figures,
        context,
        read: Math.min(read, context),
      });
    }),
  fc.constant(() => boundary()),
  fc.nat(9).map(
    (back) => (i: number) =>
      boundary({
        compactMetadata: { preservedSegment: { headUuid: `u${i - back - 1}`, tailUuid: `u${i - 1}` } },
      }),
  ),
  fc.nat(9).map((back) => (i: number) => ({
    type: 'system',
    subtype: 'microcompact_boundary',
    microcompactMetadata: { compactedToolIds: [`t${i - back}`] },
  })),
  fc
    .constantFrom('file', 'plan_mode', 'nonsense')
    .map((kind) => () => ({ type: 'attachment', attachment: { type: kind } })),
);

const talks = fc
  .array(line, { minLength: 1, maxLength: 60 })
  .map((list) => talkOf(...list.map((make, i) => make(i))));

function checkLaws(talk: Conversation): void {
  const ledger = attributeTokens(talk);
  for (const { index, context } of ledger.requests) {
    expect(windowAt(ledger, index).reduce((sum, { tokens }) => sum + tokens, 0)).toBe(context);
  }
  for (const item of [...ledger.items, ...ledger.pending]) {
    expect(Number.isSafeInteger(item.tokens) && item.tokens >= 0 && item.left >= 0).toBe(true);
    expect(item.left).toBeLessThanOrEqual(item.tokens);
  }
  for (const drop of ledger.drops) expect(drop.tokens).toBeGreaterThan(0);
  for (const row of measureGrowth(ledger)) {
    expect(Object.values(row.byKind).reduce((a, b) => a + b, 0)).toBe(row.context);
    expect(Math.min(...Object.values(row.byKind))).toBeGreaterThanOrEqual(0);
  }
  for (const record of inspectCache(ledger)) {
    expect(record.read + record.written + record.uncached).toBe(record.request.context);
    expect(record.rewritten).toBeGreaterThanOrEqual(0);
    expect(record.brokenAt !== undefined).toBe(record.rewritten > 0);
  }
}

test('[K1] at every request of any session the items in the window add up to the logged size', () => {
  fc.assert(fc.property(talks, checkLaws), { numRuns: 300 });
});

test('[K1] the laws hold in forged sessions of every era, main threads and agents', () => {
  let requests = 0;
  for (const [seed, era] of ERAS.entries()) {
    const { files } = forgeSession({ seed, era, shape: SHAPE });
    for (const { kind, text: lines } of files) {
      if (kind === 'sidecar') continue;
      const talk = readConversation(
        buildThread(parseLog(encodeUtf8(lines)), kind === 'agent' ? 'agent' : 'main'),
      );
      checkLaws(talk);
      requests += attributeTokens(talk).requests.length;
    }
  }
  expect(requests).toBeGreaterThan(100);
});

const SHAPE = [
  'parallel-tools',
  'images',
  'agent',
  'fork',
  'rewind',
  'compaction',
  'queue',
  'api-error',
  'interrupted-text',
  'all-attachments',
  'orphan-use',
] as const;

function upAndDown(size: number): Conversation {
  const lines: JsonObject[] = [];
  for (let i = 0; i < size; i++) {
    lines.push(answer(`m${i}`, use(`t${i}`, 'Read'), { context: 50_000 + (i % 2) * 30_000, output: 80 }));
    lines.push(result(`t${i}`, 'some content'));
  }
  return talkOf(...lines);
}

test('contexts that go up and down at every request take time in proportion to their number', () => {
  const talks = new Map([1000, 8000].map((size) => [size, upAndDown(size)]));
  const growth = growthOf(1000, (size) => {
    const ledger = attributeTokens(talks.get(size) as Conversation);
    inspectCache(ledger);
    measureGrowth(ledger);
    expect(ledger.drops.length).toBeGreaterThan(size / 3);
  });
  expect(growth).toBeLessThan(NOT_QUADRATIC);
});

test('an empty file has an empty ledger', () => {
  const ledger = attributeTokens(readConversation(buildThread([])));
  expect(ledger).toEqual({ requests: [], items: [], drops: [], pending: [] });
  expect(measureGrowth(ledger)).toEqual([]);
});
