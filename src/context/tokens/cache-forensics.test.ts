import { expect, test } from 'vitest';
import type { JsonObject } from '../../base/json.ts';
import { attributeTokens } from './attribute-tokens.ts';
import { type CacheRecord, inspectCache } from './cache-forensics.ts';
import {
  answer,
  boundary,
  type Figures,
  prompt,
  result,
  talkOf,
  text,
  use,
  words,
} from './talk-of.fixture.ts';

const at = (minutes: number): JsonObject => ({
  timestamp: new Date(1_750_000_000_000 + minutes * 60_000).toISOString(),
});

function second(figures: Figures, more: JsonObject, first: Partial<Figures> = {}): CacheRecord | undefined {
  const talk = talkOf(
    prompt('go', at(0)),
    answer('m1', text('ok'), { context: 20_000, output: 10, ...first }, at(0)),
    prompt('on', { ...more }),
    answer('m2', text('ok'), figures, more),
  );
  return inspectCache(attributeTokens(talk))[1];
}

test('a request that reads all that was cached has nothing rewritten and no cause', () => {
  expect(second({ context: 20_020, read: 20_000 }, at(1))).toMatchObject({
    read: 20_000,
    written: 20,
    rewritten: 0,
    cause: undefined,
    brokenAt: undefined,
  });
});

test('the first request is its own cause', () => {
  const talk = talkOf(prompt('go'), answer('m1', text('ok'), { context: 20_000 }));
  expect(inspectCache(attributeTokens(talk))[0]).toMatchObject({ cause: 'first-request', rewritten: 0 });
});

test('five minutes, or an hour for what was written to last one, end the cache', () => {
  const lost = { context: 20_020, read: 0 };
  expect(second(lost, at(6))).toMatchObject({
    rewritten: 20_000,
    cause: 'expired-5m',
    brokenAt: { kind: 'system' },
  });
  expect(second(lost, at(4))?.cause).toBe('unknown');
  expect(second(lost, at(6), { hour: true })?.cause).toBe('unknown');
  expect(second(lost, at(61), { hour: true })?.cause).toBe('expired-1h');
});

test('another model and another client start over', () => {
  expect(second({ context: 20_020, model: 'claude-opus-4-5' }, at(1))?.cause).toBe('model-change');
  expect(second({ context: 20_020 }, { ...at(1), version: '2.1.9' })?.cause).toBe('client-change');
});

test('a rewind is named where the caller knows of it', () => {
  const talk = talkOf(
    prompt('go'),
    answer('m1', text('ok'), { context: 20_000, output: 10 }),
    prompt('on'),
    answer('m2', text('ok'), { context: 20_020, read: 5000 }),
  );
  const records = inspectCache(attributeTokens(talk), (request) => request.index === 1);
  expect(records[1]).toMatchObject({ cause: 'rewind', rewritten: 15_000 });
});

test('[G4] after a compaction only what stayed counts as rewritten', () => {
  const talk = talkOf(
    prompt(words(4000)),
    answer('m1', text('ok'), { context: 20_000, output: 10 }),
    boundary(),
    prompt(words(500), { isCompactSummary: true }),
    answer('m2', text('ok'), { context: 16_900, read: 12_000 }),
  );
  const ledger = attributeTokens(talk);
  const system = ledger.items[0]?.tokens as number;
  expect(inspectCache(ledger)[1]).toMatchObject({ cause: 'compaction', rewritten: system - 12_000 });
});

test('the break is at the first thing that was not read from the cache', () => {
  const talk = talkOf(
    prompt('go'),
    answer('m1', use('t1', 'Read'), { context: 10_000, output: 80 }),
    result('t1', words(500)),
    answer('m2', use('t2', 'Read'), { context: 10_600, read: 10_000, output: 80 }),
    result('t2', words(500)),
    answer('m3', text('ok'), { context: 11_200, read: 10_080 }),
  );
  const record = inspectCache(attributeTokens(talk))[2];
  expect(record).toMatchObject({ rewritten: 520, cause: 'unknown' });
  expect(record?.brokenAt).toMatchObject({ kind: 'tool-result', toolUseId: 't1' });
});

test('what was dropped no longer counts in front of the break', () => {
  const micro = {
    type: 'system',
    subtype: 'microcompact_boundary',
    microcompactMetadata: { compactedToolIds: ['t1'] },
  };
  const talk = talkOf(
    prompt('go'),
    answer('m1', use('t1', 'Read'), { context: 10_000, output: 80 }),
    result('t1', words(3000)),
    answer('m2', use('t2', 'Read'), { context: 13_100, read: 10_000, output: 80 }),
    result('t2', words(500)),
    answer('m3', text('ok'), { context: 13_700, read: 13_100, output: 10 }),
    micro,
    prompt('on'),
    answer('m4', text('ok'), { context: 11_000, read: 10_500 }),
  );
  const record = inspectCache(attributeTokens(talk))[3];
  expect(record?.cause).toBe('microcompaction');
  expect(record?.brokenAt).toMatchObject({ kind: 'tool-result', toolUseId: 't2' });
});
