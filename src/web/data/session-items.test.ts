import { expect, test } from 'vitest';
import type { SessionsAnswer } from '../../server/api.ts';
import { listSessionItems } from './session-items.ts';

test('days become chapters, each before its first session', () => {
  const now = new Date(2026, 10, 12, 15).getTime();
  const days = [
    { day: '2026-11-12', sessions: 2, offset: 0, costUSD: 1 },
    { day: '2026-11-10', sessions: 1, offset: 2 },
    { day: '2026-11-09', sessions: 1, offset: 3, costUSD: 2 },
  ];
  const items = listSessionItems({ total: 4, days } as unknown as SessionsAnswer, now);
  expect(
    items.map((item) =>
      item.kind === 'chapter' ? `${item.name} ${item.sessions} ${item.costUSD}` : item.index,
    ),
  ).toEqual(['Today 2 1', 0, 1, 'Earlier this week 2 2', 2, 3]);
});
