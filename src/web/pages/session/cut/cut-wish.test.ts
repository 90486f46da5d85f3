import { expect, test } from 'vitest';
import type { CutChoice, CutOverview } from '../../../../server/api.ts';
import { type CutWish, firstWish, fitFor, howFor, inputOf, toggle, toolIds } from './cut-wish.ts';

const ALL = { kind: 'all' } as const;
const choice = (id: string, more: Partial<CutChoice> = {}): CutChoice => ({
  id,
  label: id,
  detail: '',
  tokens: -10,
  count: 1,
  ...more,
});
const tool = (name: string) => choice(`tool:${name}`, { parent: 'tools', label: name });

const overview: CutOverview = {
  tokens: 100,
  basis: 'estimated',
  byKind: {} as CutOverview['byKind'],
  turns: 9,
  compactions: 2,
  choices: [
    choice('tools'),
    tool('Bash'),
    tool('Read'),
    choice('thinking', { step: { removeThinking: ALL } }),
    choice('uncompact', { input: { uncompact: 1 } }),
  ],
  whatIfs: [
    choice('thinking', { step: { removeThinking: ALL } }),
    choice('old-results', { step: { removeCalls: { reach: { kind: 'keep', turns: 6 } } } }),
  ],
  presets: [],
};
const wish = (more: Partial<CutWish> = {}): CutWish => ({
  ...firstWish(overview, undefined, undefined),
  ...more,
});

test('nothing ticked asks for a plain copy, whatever it is called', () => {
  expect(inputOf(overview, wish())).toEqual({});
  expect(Object.keys(inputOf(overview, wish({ title: ' Short ' })))).toEqual(['title']);
});

test('what the address takes along is ticked, and what it makes up is not', () => {
  const { ticked } = firstWish(overview, 'old-results,thinking,no-such-thing', undefined);
  expect([...ticked]).toEqual(['old-results', 'thinking']);
  expect([...firstWish(overview, 'tools', undefined).ticked]).toEqual(['tool:Bash', 'tool:Read']);
});

test('all tools together are not named, single ones are', () => {
  const all = toggle(wish(), toolIds(overview), true);
  expect(inputOf(overview, all).cuts).toEqual([{ removeCalls: { reach: ALL } }]);
  const one = toggle(all, ['tool:Bash'], false);
  expect(inputOf(overview, one).cuts).toEqual([{ removeCalls: { reach: ALL, tools: ['Read'] } }]);
});

test('each tool can be removed or shortened', () => {
  const all = toggle(wish({ how: { Bash: 500 } }), toolIds(overview), true);
  expect(inputOf(overview, all).cuts).toEqual([
    { truncate: [{ reach: ALL, most: 500, inputs: true, tools: ['Bash'] }] },
    { removeCalls: { reach: ALL, tools: ['Read'] } },
  ]);
});

test('a tool that is named as what every object has is removed like any other', () => {
  for (const name of ['constructor', 'toString', '__proto__'])
    expect(howFor({ how: {} }, name)).toBe('remove');
  expect(howFor({ how: { Bash: 200 } }, 'Bash')).toBe(200);
});

test('cuts reach where the person says, but one with a reach of its own keeps it', () => {
  const ticked = new Set(['thinking', 'old-results']);
  const keep = inputOf(overview, wish({ ticked, where: { kind: 'keep', turns: 2 } }));
  expect(keep.cuts).toEqual([
    { removeCalls: { reach: { kind: 'keep', turns: 6 } } },
    { removeThinking: { kind: 'keep', turns: 2 } },
  ]);
  const turns = [{ from: 2, to: 3 }];
  const chosen = inputOf(overview, wish({ ticked: new Set(['thinking']), where: { kind: 'chosen', turns } }));
  expect(chosen.cuts).toEqual([{ removeThinking: ALL, inTurns: turns }]);
});

test('a copy has one end: a branch, or before a compaction', () => {
  const ticked = new Set(['uncompact']);
  expect(inputOf(overview, wish({ ticked, uncompact: 2 }))).toEqual({ uncompact: 2 });
  expect(inputOf(overview, wish({ ticked, leaf: 'abc' }))).toEqual({ leaf: 'abc' });
});

test('the size to fit is sent only where that is what is done', () => {
  expect(inputOf(overview, wish({ fit: 50 }))).toEqual({});
  expect(inputOf(overview, wish({ fit: 50, mode: 'fit', to: 4 }))).toEqual({
    fit: 50,
    cuts: [{ turns: { to: 4 } }],
  });
});

test('a preset counts only while it is shown', () => {
  expect(inputOf(overview, wish({ preset: 'deep' }))).toEqual({ preset: 'deep' });
  expect(inputOf(overview, wish({ preset: 'deep', mode: 'fit', fit: 50 }))).toEqual({ fit: 50 });
  expect(inputOf(overview, wish({ preset: 'deep', mode: 'compress' }))).toEqual({});
});

test('a line stays where a call was, if that is wanted', () => {
  const made = inputOf(overview, wish({ markers: true, ticked: new Set(['old-results', 'thinking']) }));
  expect(made.cuts).toEqual([
    { removeCalls: { reach: { kind: 'keep', turns: 6 }, markers: true } },
    { removeThinking: ALL },
  ]);
});

test('a copy is first fitted to half, but not to less than what can go leaves', () => {
  const of = (tools: number): CutOverview => ({
    ...overview,
    tokens: 100_000,
    choices: [choice('tools', { tokens: -tools }), tool('Bash'), choice('attachments', { tokens: -40_000 })],
  });
  expect(fitFor(of(80_000))).toBe(50_000);
  expect(fitFor(of(50_000))).toBe(60_000);
  expect(fitFor({ ...overview, tokens: 100 })).toBe(1000);
});
