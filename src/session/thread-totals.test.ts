import { expect, test } from 'vitest';
import { entriesOf } from './entries-of.fixture.ts';
import { addTotals, type ThreadTotals, tallyThread, usageByMessage } from './thread-totals.ts';

function answer(id: string, seconds: number, output: number, more: object = {}): object {
  const timestamp = new Date(seconds * 1000).toISOString();
  const usage = { input_tokens: 2, output_tokens: output };
  return { type: 'assistant', timestamp, message: { id, usage, stop_reason: 'end_turn', ...more } };
}

function tally(...values: object[]): ThreadTotals {
  const entries = entriesOf(...values);
  return tallyThread(entries, usageByMessage(entries), 0);
}

test('[G5] the time runs from the earliest entry to the latest, wherever they stand', () => {
  const totals = tally(answer('a', 50, 1), answer('b', 90, 1), answer('c', 10, 1), { type: 'summary' });
  expect(totals).toMatchObject({ startedAt: 10_000, endedAt: 90_000, durationMs: 80_000 });
  expect(tally({ type: 'summary' }).durationMs).toBeUndefined();
});

test('threads that run side by side take the time that passed, not the sum', () => {
  const both = addTotals(
    tally(answer('a', 10, 1), answer('b', 60, 1)),
    tally(answer('c', 20, 1), answer('d', 70, 1)),
  );
  expect(both).toMatchObject({ messages: 4, output: 4, startedAt: 10_000, durationMs: 60_000 });
});

test('[M3] one answer without a stop reason makes the output "at least", one of the client itself does not', () => {
  const open = answer('b', 1, 1, { stop_reason: null });
  expect(tally(answer('a', 1, 5), open).outputFinal).toBe(false);
  const client = answer('c', 1, 0, { stop_reason: null, usage: { input_tokens: 0, output_tokens: 0 } });
  expect(tally(answer('a', 1, 5), client).outputFinal).toBe(true);
});
