import { expect, test } from 'vitest';
import { makeEntries } from '../log/make-entries.fixture.ts';
import type { CutItem } from './cut-session.ts';
import { gatherItems, gatherMessages } from './gather-messages.ts';

const [answer, note] = makeEntries([
  { type: 'assistant', uuid: 'a', message: { id: 'm', role: 'assistant', content: [] } },
  { type: 'system', uuid: 's', subtype: 'informational' },
]) as [CutItem['entry'] & object, CutItem['entry'] & object];

test('what follows an answer is gathered with it, however much it is', () => {
  expect(gatherMessages([answer, ...new Array(150_000).fill(note)]).length).toBe(150_001);
  const link: CutItem = { value: answer.value, entry: answer, role: 'chain', turn: 1 };
  const beside: CutItem = { value: {}, entry: undefined, role: 'beside', turn: 1 };
  expect(gatherItems([link, ...new Array(150_000).fill(beside)]).length).toBe(150_001);
});
