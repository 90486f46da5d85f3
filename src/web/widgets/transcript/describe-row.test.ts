import { expect, test } from 'vitest';
import type { WebRow } from '../../../server/api.ts';
import { factsOfRow } from './describe-row.tsx';

const factOf = (wanted: string, row: object, days = false) =>
  factsOfRow({ kind: 'prompt', promptKind: 'prompt', reminders: [], ...row } as unknown as WebRow, days).find(
    ({ name }) => name === wanted,
  )?.value;
const lengthOf = (row: object) => factOf('Length', row);

test('the length of a prompt is that of its own text, whichever of its texts was cut', () => {
  expect(lengthOf({ text: 'a lamp' })).toBe('6 characters');
  expect(lengthOf({ text: 'x' })).toBe('1 character');
  expect(lengthOf({ text: 'a l', cut: [{ path: 'text', length: 9000 }] })).toBe('9,000 characters');
  const reminder = { path: 'reminders.0', length: 50_000 };
  expect(lengthOf({ text: 'a lamp', cut: [reminder] })).toBe('6 characters');
  expect(lengthOf({ text: 'a l', cut: [reminder, { path: 'text', length: 9000 }] })).toBe('9,000 characters');
});

test('a time has its day where the session goes over several', () => {
  const row = { text: 'a lamp', time: new Date(2026, 10, 14, 11, 32, 7, 410).getTime() };
  expect(factOf('Time', row)).toBe('11:32:07.410');
  expect(factOf('Time', row, true)).toBe('14 Nov, 11:32:07.410');
  const call = { kind: 'tool', view: {}, status: 'ok', agents: [], callId: '', start: row.time };
  expect(factOf('Started', call, true)).toBe('14 Nov, 11:32:07.410');
});
