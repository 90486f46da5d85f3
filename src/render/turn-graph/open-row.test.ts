import { expect, test } from 'vitest';
import { makeEntries } from '../../log/make-entries.fixture.ts';
import { openRow } from './open-row.ts';

test('[M7] a block whose type is no text is told all the same', () => {
  const content = [{ type: { toString: 1 } }, { type: 'tool_reference' }, {}];
  const { messages } = openRow(
    makeEntries([{ type: 'user', uuid: 'u', message: { role: 'user', content } }]),
  );
  expect(messages.map(({ words }) => words)).toEqual(['{"toString":1}, tool reference, block']);
});
