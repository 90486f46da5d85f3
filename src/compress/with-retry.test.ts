import { expect, test } from 'vitest';
import { ProviderFailure, readRetryAfter } from './provider.ts';
import { RETRIES, withRetry } from './with-retry.ts';

function options(waits: number[]) {
  return {
    ...RETRIES,
    random: () => 0.5,
    sleep: async (ms: number) => {
      waits.push(ms);
    },
  };
}

const failing = (kind: 'passing' | 'refused', after?: number) => async () => {
  throw new ProviderFailure(kind, 'scripted', after);
};
const { signal } = new AbortController();

test('waits double, and an asked-for wait is respected up to a minute', async () => {
  const waits: number[] = [];
  await expect(withRetry(failing('passing'), options(waits), signal)).rejects.toThrow('scripted');
  expect(waits).toEqual([1000, 2000, 4000]);
  const asked: number[] = [];
  await expect(withRetry(failing('passing', 3000), options(asked), signal)).rejects.toThrow();
  expect(asked).toEqual([3000, 3000, 4000]);
  const long: number[] = [];
  await expect(withRetry(failing('passing', 600_000), options(long), signal)).rejects.toThrow();
  expect(long).toEqual([60_000, 60_000, 60_000]);
});

test('what was refused is not asked again', async () => {
  const waits: number[] = [];
  await expect(withRetry(failing('refused'), options(waits), signal)).rejects.toThrow('scripted');
  expect(waits).toEqual([]);
});

test('an interruption ends the wait at once', async () => {
  const stop = new AbortController();
  const waiting = withRetry(failing('passing'), { ...RETRIES, wait: 60_000 }, stop.signal);
  setTimeout(() => stop.abort(new Error('enough')), 5);
  await expect(waiting).rejects.toThrow('enough');
});

test('Retry-After is read as seconds, as a date and in milliseconds', () => {
  const now = Date.parse('2026-01-01T00:00:00Z');
  const read = (headers: Record<string, string>) => readRetryAfter(new Headers(headers), now);
  expect(read({ 'retry-after': '3' })).toBe(3000);
  expect(read({ 'retry-after': 'Thu, 01 Jan 2026 00:00:09 GMT' })).toBe(9000);
  expect(read({ 'retry-after-ms': '250', 'retry-after': '9' })).toBe(250);
  expect(read({ 'retry-after': 'soon' })).toBeUndefined();
  expect(read({})).toBeUndefined();
});
