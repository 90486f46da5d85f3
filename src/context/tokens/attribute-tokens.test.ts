import { expect, test } from 'vitest';
import { ledgerOf } from './ledger-of.fixture.ts';
import { answer, prompt, result, talkOf, text, use, words } from './talk-of.fixture.ts';

test('what the first request holds beyond the visible entries is the system prompt and the tools', () => {
  const ledger = ledgerOf(talkOf(prompt(words(100)), answer('m1', text('ok'), { context: 20_000 })));
  const [system, user] = ledger.items;
  expect(system).toMatchObject({ kind: 'system', entry: undefined, turn: 0 });
  expect(user?.kind).toBe('user');
  expect(user?.tokens).toBeGreaterThan(70);
  expect(user?.tokens).toBeLessThan(140);
  expect(user?.basis).toBe('estimated');
});

test('a first request smaller than its visible entries has no system prompt, and nothing is negative', () => {
  const ledger = ledgerOf(talkOf(prompt(words(1000)), answer('m1', text('ok'), { context: 50 })));
  expect(ledger.items.slice(0, 2)).toMatchObject([
    { kind: 'system', tokens: 0, basis: 'estimated' },
    { kind: 'user', tokens: 50, basis: 'estimated' },
  ]);
});

test('[K1] the answer weighs its output tokens, a single result all the rest of the difference', () => {
  const ledger = ledgerOf(
    talkOf(
      prompt('go'),
      answer('m1', use('t1', 'Read', { file_path: '/a.ts' }), { context: 10_000, output: 80 }),
      result('t1', words(500)),
      answer('m2', text('done'), { context: 10_600 }),
    ),
  );
  expect(ledger.items.slice(2)).toMatchObject([
    { kind: 'tool-input', tokens: 80, basis: 'attributed', tool: 'Read', file: '/a.ts', request: 1 },
    { kind: 'tool-result', tokens: 520, basis: 'attributed', tool: 'Read', file: '/a.ts', request: 1 },
  ]);
});

test('results that came in together share the difference by their sizes', () => {
  const ledger = ledgerOf(
    talkOf(
      prompt('go'),
      answer('m1', use('t1', 'Read'), { context: 10_000, output: 150, stop: false }),
      answer('m1', use('t2', 'Grep'), { context: 10_000, output: 150 }),
      result('t1', words(900)),
      result('t2', words(300)),
      answer('m2', text('done'), { context: 11_400 }),
    ),
  );
  const results = ledger.items.filter((item) => item.kind === 'tool-result');
  expect(results.map((item) => item.basis)).toEqual(['estimated', 'estimated']);
  const [large, small] = results.map((item) => item.tokens) as [number, number];
  expect(large + small).toBe(1250);
  expect(large / small).toBeGreaterThan(2.5);
  expect(large / small).toBeLessThan(3.5);
});

test('what is far too much for the entries came in without a line in the log', () => {
  const ledger = ledgerOf(
    talkOf(
      prompt('go'),
      answer('m1', text('ok'), { context: 10_000, output: 5 }),
      prompt('on'),
      answer('m2', text('ok'), { context: 14_000 }),
    ),
  );
  const unlogged = ledger.items.find((item) => item.kind === 'other');
  expect(unlogged).toMatchObject({ entry: undefined, request: 1 });
  expect(unlogged?.tokens).toBeGreaterThan(3900);
});

test('[G6] where the start of the branch is lost, the unexplained part of the base is not called system', () => {
  const talk = talkOf(
    prompt('go', { parentUuid: 'not-in-the-file' }),
    answer('m1', text('ok'), { context: 90_000 }),
  );
  expect(ledgerOf(talk).items.map(({ kind }) => kind)).toEqual(['other', 'user']);
});

test('what follows the last request is estimated, the answer itself by its output tokens', () => {
  const ledger = ledgerOf(
    talkOf(prompt('go'), answer('m1', text(words(40)), { context: 10_000, output: 50 }), prompt(words(200))),
  );
  expect(ledger.pending).toMatchObject([
    { kind: 'assistant', tokens: 50, basis: 'attributed', request: 1 },
    { kind: 'user', basis: 'estimated', turn: 2 },
  ]);
});

test('[T1] of two results of one call only the first is counted', () => {
  const ledger = ledgerOf(
    talkOf(
      prompt('go'),
      answer('m1', use('t1', 'Read'), { context: 10_000, output: 80 }),
      result('t1', words(500)),
      result('t1', words(500)),
      answer('m2', text('done'), { context: 10_600 }),
    ),
  );
  expect(ledger.items.filter((item) => item.kind === 'tool-result')).toHaveLength(1);
});

test('a talk without any request has only estimates', () => {
  const ledger = ledgerOf(talkOf(prompt(words(100))));
  expect(ledger.items).toEqual([]);
  expect(ledger.pending).toHaveLength(1);
});

test('[M5] a line of an answer that stands behind the next answer is still part of the first', () => {
  const ledger = ledgerOf(
    talkOf(
      prompt('go'),
      answer('m1', text(words(50)), { context: 10_000, output: 120 }),
      answer('m2', text('ok'), { context: 10_120, output: 10 }),
      answer('m1', text(`and ${words(70)}`), { context: 10_000, output: 120 }),
    ),
  );
  expect(ledger.items.filter((item) => item.messageId === 'm1')).toMatchObject([
    { request: 1 },
    { request: 1 },
  ]);
});

test('[T3] an image inside a result is an image of its tool', () => {
  const picture = { type: 'image', source: { type: 'base64', data: '' } };
  const ledger = ledgerOf(
    talkOf(
      prompt('go'),
      answer('m1', use('t1', 'Read', { file_path: '/a.png' }), { context: 10_000, output: 80 }),
      result('t1', [picture]),
      answer('m2', text('ok'), { context: 11_300 }),
    ),
  );
  const image = ledger.items.find((item) => item.kind === 'image');
  expect(image).toMatchObject({ tool: 'Read', file: '/a.png' });
  expect(image?.tokens).toBeGreaterThan(1100);
});

test('[M6] an error report of the API is not in the context', () => {
  const error = answer(
    'm2',
    text(words(500)),
    { context: 0, model: '<synthetic>' },
    { isApiErrorMessage: true },
  );
  const ledger = ledgerOf(
    talkOf(
      prompt('go'),
      answer('m1', text('ok'), { context: 10_000, output: 10 }),
      error,
      prompt('on'),
      answer('m3', text('ok'), { context: 10_020 }),
    ),
  );
  expect(ledger.items.some((item) => item.messageId === 'm2')).toBe(false);
});
