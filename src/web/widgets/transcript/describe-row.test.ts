import { expect, test } from 'vitest';
import type { WebRow } from '../../../server/api.ts';
import { factsOfRow } from './describe-row.tsx';

const lengthOf = (row: object) =>
  factsOfRow({ kind: 'prompt', promptKind: 'prompt', reminders: [], ...row } as unknown as WebRow).find(
    ({ name }) => name === 'Length',
  )?.value;

test('the length of a prompt is that of its own text, whichever of its texts was cut', () => {
  expect(lengthOf({ text: 'a lamp' })).toBe('6 characters');
  expect(lengthOf({ text: 'x' })).toBe('1 character');
  expect(lengthOf({ text: 'a l', cut: [{ path: 'text', length: 9000 }] })).toBe('9,000 characters');
  const reminder = { path: 'reminders.0', length: 50_000 };
  expect(lengthOf({ text: 'a lamp', cut: [reminder] })).toBe('6 characters');
  expect(lengthOf({ text: 'a l', cut: [reminder, { path: 'text', length: 9000 }] })).toBe('9,000 characters');
});
