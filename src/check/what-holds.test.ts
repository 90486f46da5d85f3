import { expect, test } from 'vitest';
import { CHECK_RULES } from './check-session.ts';
import { whatHolds } from './what-holds.ts';

test('every rule says in words of its own what holds where it finds nothing', () => {
  const sentences = CHECK_RULES.map(({ id }) => whatHolds(id));
  expect(sentences.filter((sentence) => sentence.startsWith('No ') && sentence.includes('-'))).toEqual([]);
  expect(new Set(sentences).size).toBe(CHECK_RULES.length);
  const spoken = CHECK_RULES.filter(({ id }) => whatHolds(id) === `No ${id.replaceAll('-', ' ')}`);
  expect(spoken.map(({ id }) => id).filter((id) => id !== 'byte-order-mark')).toEqual([]);
});
