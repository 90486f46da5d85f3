import { expect, test } from 'vitest';
import { groupBlocks } from './group-blocks.ts';
import { type Grouping, groupUsage } from './group-usage.ts';
import { buildLedger } from './ledger.ts';
import { BUILT_IN_PRICES } from './prices.ts';
import { fileOf, recordOf } from './usage.fixture.ts';
import { zoneClock } from './zone-clock.ts';

const at = (text: string): number => Date.parse(text);
const prices = BUILT_IN_PRICES;

function rows(by: Grouping, records: readonly ReturnType<typeof recordOf>[], zone = 'utc') {
  const { messages } = buildLedger([fileOf(records)]);
  return groupUsage(messages, { by, clock: zoneClock(zone), prices });
}

test('days, weeks and months ascend and add up to the whole', () => {
  const records = ['2026-03-02T01:00:00Z', '2026-02-28T23:30:00Z', '2026-03-01T10:00:00Z'].map((time, i) =>
    recordOf({ id: `m${i}`, time: at(time), input: 2 ** i }),
  );
  expect(rows('day', records).map(({ key }) => key)).toEqual(['2026-02-28', '2026-03-01', '2026-03-02']);
  expect(rows('day', records, '+01:00').map(({ key, input }) => [key, input])).toEqual([
    ['2026-03-01', 6],
    ['2026-03-02', 1],
  ]);
  expect(rows('week', records).map(({ key, input }) => [key, input])).toEqual([
    ['2026-02-23', 6],
    ['2026-03-02', 1],
  ]);
  expect(rows('month', records).map(({ key, input }) => [key, input])).toEqual([
    ['2026-02', 2],
    ['2026-03', 5],
  ]);
});

test('a message without a time is counted and shown', () => {
  expect(rows('day', [recordOf({ time: undefined })])).toMatchObject([{ key: '(no time)', requests: 1 }]);
});

test('the costliest model comes first, and each row knows its models', () => {
  const records = [
    recordOf({ id: 'a', model: 'claude-haiku-4-5', output: 5000 }),
    recordOf({ id: 'b', output: 4000 }),
    recordOf({ id: 'c', model: 'unknown', output: 9000 }),
  ];
  expect(rows('model', records).map(({ key, costUSD }) => [key, costUSD !== undefined])).toEqual([
    ['claude-opus-4-6', true],
    ['claude-haiku-4-5', true],
    ['unknown', false],
  ]);
  const [day] = rows('day', records);
  expect(day?.models.map(({ key }) => key)).toEqual(['claude-opus-4-6', 'claude-haiku-4-5', 'unknown']);
  expect(day?.unpriced).toEqual(['unknown']);
});

test('an answer with several tools counts in the row of each, once, with its calls', () => {
  const tools = ['Bash', 'Bash', 'Read'].map((name, i) => ({ id: `t${i}`, name }));
  const found = rows('tool', [recordOf({ id: 'a', tools }), recordOf({ id: 'b' })]);
  expect(found.map(({ key, requests, calls }) => [key, requests, calls]).sort()).toEqual([
    ['(no tool)', 1, 0],
    ['Bash', 1, 2],
    ['Read', 1, 1],
  ]);
});

test('a block begins at the full hour, lasts five hours, and the next request after it opens another', () => {
  const times = ['09:40', '14:00', '14:59', '15:00'].map((time) => at(`2026-01-05T${time}:00Z`));
  const { messages } = buildLedger([fileOf(times.map((time, i) => recordOf({ id: `m${i}`, time })))]);
  const blocks = groupBlocks(messages, { prices, now: at('2026-01-05T16:00:00Z') });
  expect(blocks.map(({ key, requests, active }) => [key, requests, active])).toEqual([
    ['2026-01-05T09:00:00.000Z', 1, false],
    ['2026-01-05T14:00:00.000Z', 3, true],
  ]);
});

test('the open block tells its burn rate and where it is heading; a closed one only its rate', () => {
  const record = (id: string, time: string) =>
    recordOf({ id, time: at(time), input: 0, cacheRead: 0, output: 120_000 });
  const { messages } = buildLedger([
    fileOf([record('a', '2026-01-05T10:00:00Z'), record('b', '2026-01-05T10:30:00Z')]),
  ]);
  const [open] = groupBlocks(messages, { prices, now: at('2026-01-05T11:00:00Z') });
  expect(open?.burnRate).toEqual({ tokensPerMinute: 4000, costPerHour: 6 });
  expect(open?.projection).toEqual({ tokens: 1_200_000, costUSD: 30, minutesLeft: 240 });
  const [closed] = groupBlocks(messages, { prices, now: at('2026-01-06T11:00:00Z') });
  expect(closed?.burnRate?.tokensPerMinute).toBe(8000);
  expect(closed?.projection).toBeUndefined();
});

test('of a few seconds no rate is told', () => {
  const { messages } = buildLedger([
    fileOf([recordOf({ id: 'a' }), recordOf({ id: 'b', time: at('2026-01-05T12:00:06Z') })]),
  ]);
  expect(groupBlocks(messages, { prices, now: 0 })[0]?.burnRate).toBeUndefined();
});
