import { expect, test } from 'vitest';
import { attributeTokens } from './attribute-tokens.ts';
import { rollUp, windowAt } from './roll-up.ts';
import { answer, prompt, result, talkOf, text, use, words } from './talk-of.fixture.ts';

const ledger = attributeTokens(
  talkOf(
    prompt('go'),
    answer('m1', use('t1', 'Read', { file_path: '/a.ts' }), { context: 10_000, output: 80 }),
    result('t1', words(500)),
    answer('m2', use('t2', 'Edit', { file_path: '/a.ts' }), { context: 10_600, output: 120 }),
    result('t2', words(50)),
    answer('m3', text('done'), { context: 10_790, output: 10 }),
    prompt('on'),
    answer('m4', text('done'), { context: 10_810, output: 10 }),
  ),
);

test('a call and its result count for their tool and their file', () => {
  const { byTool, byFile } = rollUp(windowAt(ledger));
  expect(byTool).toMatchObject([
    { key: 'Read', tokens: 600, items: 2, basis: 'attributed' },
    { key: 'Edit', tokens: 190, items: 2, basis: 'attributed' },
  ]);
  expect(byFile).toMatchObject([{ key: '/a.ts', tokens: 790, items: 4 }]);
});

test('kinds, and turns, add up to the logged size', () => {
  const { total, byKind, byTurn, byMessage } = rollUp(windowAt(ledger));
  expect(total.tokens).toBe(10_810);
  expect(total.basis).toBe('estimated');
  expect(Object.values(byKind).reduce((sum, { tokens }) => sum + tokens, 0)).toBe(10_810);
  expect(byTurn.reduce((sum, { tokens }) => sum + tokens, 0)).toBe(10_810);
  expect(byTurn.map(({ key }) => key)).toEqual(['0', '1', '2']);
  expect(byMessage.find(({ key }) => key === 'm2')?.tokens).toBe(120);
});

test('the window of an earlier request holds only what had come in by then', () => {
  expect(rollUp(windowAt(ledger, 0)).total.tokens).toBe(10_000);
  expect(rollUp(windowAt(ledger, 1)).byTool.map(({ key }) => key)).toEqual(['Read']);
});
