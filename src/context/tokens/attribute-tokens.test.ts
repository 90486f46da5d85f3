import { expect, test } from 'vitest';
import type { Conversation } from '../../session/session.ts';
import { attributeTokens, type TokenLedger } from './attribute-tokens.ts';
import { windowAt } from './roll-up.ts';
import { answer, boundary, prompt, result, talkOf, text, use, words } from './talk-of.fixture.ts';

function ledgerOf(conversation: Conversation): TokenLedger {
  const ledger = attributeTokens(conversation);
  for (const { index, context } of ledger.requests) {
    const sum = windowAt(ledger, index).reduce((total, { tokens }) => total + tokens, 0);
    expect(sum, `request ${index}`).toBe(context);
  }
  return ledger;
}

const shown = (ledger: TokenLedger) =>
  ledger.items.map(({ kind, tokens, basis }) => [kind, tokens, basis] as const);
const dropped = (ledger: TokenLedger) =>
  ledger.drops.map(({ request, item, tokens, cause }) => [request, item.kind, tokens, cause]);

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
  expect(shown(ledger).slice(0, 2)).toEqual([
    ['system', 0, 'estimated'],
    ['user', 50, 'estimated'],
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

test('[G4] a compaction takes all but the system prompt out, and the summary is a new base', () => {
  const ledger = ledgerOf(
    talkOf(
      prompt('go'),
      answer('m1', use('t1', 'Read'), { context: 20_000, output: 80 }),
      result('t1', words(9000)),
      answer('m2', text('long'), { context: 30_000, output: 9 }),
      boundary(),
      prompt(words(600), { isCompactSummary: true }),
      answer('m3', text('on'), { context: 20_700 }),
    ),
  );
  const system = ledger.items[0];
  expect(system?.left).toBe(system?.tokens);
  expect(ledger.drops.every((drop) => drop.cause === 'compaction' && drop.request === 2)).toBe(true);
  expect(windowAt(ledger).map(({ item }) => item.kind)).toEqual(['system', 'summary']);
  // The last answer before the boundary was never read again.
  expect(ledger.items.find((item) => item.messageId === 'm2')?.tokens).toBe(0);
});

test('[G4] a preserved tail stays in the context', () => {
  const tail = { compactMetadata: { preservedSegment: { headUuid: 'u2', tailUuid: 'u3' } } };
  const ledger = ledgerOf(
    talkOf(
      prompt(words(3000)),
      answer('m1', use('t1', 'Read'), { context: 20_000, output: 80 }),
      result('t1', words(900)),
      answer('m2', text(words(100)), { context: 21_000, output: 100 }),
      boundary(tail),
      prompt(words(600), { isCompactSummary: true }),
      answer('m3', text('on'), { context: 18_800 }),
    ),
  );
  expect(windowAt(ledger).map(({ item }) => item.kind)).toEqual([
    'system',
    'tool-result',
    'assistant',
    'summary',
  ]);
});

test('a microcompaction takes the tokens from the results that it names', () => {
  const micro = {
    type: 'system',
    subtype: 'microcompact_boundary',
    microcompactMetadata: { compactedToolIds: ['t2'] },
  };
  const ledger = ledgerOf(
    talkOf(
      prompt('go'),
      answer('m1', use('t1', 'Read'), { context: 10_000, output: 80 }),
      result('t1', words(2000)),
      answer('m2', use('t2', 'Read'), { context: 12_100, output: 80 }),
      result('t2', words(3000)),
      answer('m3', text('ok'), { context: 15_200, output: 4 }),
      micro,
      prompt('on'),
      answer('m4', text('ok'), { context: 13_200 }),
    ),
  );
  expect(new Set(ledger.drops.map(({ cause }) => cause))).toEqual(new Set(['microcompaction']));
  expect(new Set(ledger.drops.map(({ item }) => item.toolUseId))).toEqual(new Set(['t2']));
});

test('tokens that the API says it cleared come from the oldest results', () => {
  const last = answer('m4', text('ok'), { context: 13_200 });
  const edits = { applied_edits: [{ type: 'clear_tool_uses_20250919', cleared_input_tokens: 2000 }] };
  const ledger = ledgerOf(
    talkOf(
      prompt('go'),
      answer('m1', use('t1', 'Read'), { context: 10_000, output: 80 }),
      result('t1', words(3000)),
      answer('m2', use('t2', 'Read'), { context: 13_100, output: 80 }),
      result('t2', words(2000)),
      answer('m3', text('ok'), { context: 15_200, output: 4 }),
      prompt('on'),
      { ...last, message: { ...(last.message as object), context_management: edits } },
    ),
  );
  expect(ledger.drops).toMatchObject([{ cause: 'context-edit', item: { toolUseId: 't1' }, request: 3 }]);
});

const THOUGHT = { type: 'thinking', thinking: words(800), signature: 'sig' };

function thoughtful(model: string, context: number): TokenLedger {
  const figures = { context: 10_000, output: 900, model };
  return ledgerOf(
    talkOf(
      prompt('go'),
      answer('m1', THOUGHT, { ...figures, stop: false }),
      answer('m1', use('t1', 'Read'), figures),
      result('t1', words(100)),
      answer('m2', text('ok'), { context: 11_010, output: 20, model }),
      prompt('on'),
      answer('m3', text('ok'), { context, model }),
    ),
  );
}

test('a model that forgets the thinking of earlier turns drops it when the user speaks', () => {
  const ledger = thoughtful('claude-sonnet-4-5-20250929', 10_220);
  expect(dropped(ledger).map(([, kind, , cause]) => [kind, cause])).toEqual([['thinking', 'thinking']]);
  expect(ledger.items.find((item) => item.kind === 'thinking')?.left).toBe(0);
});

test('a model that keeps it loses nothing, and a loss there has another cause', () => {
  expect(dropped(thoughtful('claude-opus-4-6', 11_040))).toEqual([]);
  const causes = thoughtful('claude-opus-4-6', 10_220).drops.map(({ cause }) => cause);
  expect(new Set(causes)).toEqual(new Set(['unknown']));
});

test('an answer that was asked for again is not in the next request', () => {
  const ledger = ledgerOf(
    talkOf(
      prompt('go'),
      answer('m1', THOUGHT, { context: 10_000, output: 8000 }),
      answer('m2', text('ok'), { context: 10_000, output: 20 }),
    ),
  );
  expect(ledger.drops).toEqual([]);
  expect(ledger.items.find((item) => item.messageId === 'm1')?.tokens).toBe(0);
});

test('a loss that nothing explains is taken from what the log does not show, by the name unknown', () => {
  const ledger = ledgerOf(
    talkOf(
      prompt('go'),
      answer('m1', text('ok'), { context: 20_000, output: 5 }),
      prompt('on'),
      answer('m2', text('ok'), { context: 18_000 }),
    ),
  );
  expect(dropped(ledger).map(([, kind, , cause]) => [kind, cause])).toEqual([['system', 'unknown']]);
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

test('a difference far below the output tokens of the answer means that something went out', () => {
  const ledger = ledgerOf(
    talkOf(
      prompt('go'),
      answer('m1', text(words(900)), { context: 20_000, output: 1000 }),
      prompt('on'),
      answer('m2', text('ok'), { context: 20_500 }),
    ),
  );
  expect(ledger.drops).toMatchObject([{ cause: 'unknown', item: { kind: 'system' } }]);
  expect(ledger.items.find((item) => item.messageId === 'm1')?.tokens).toBe(1000);
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
