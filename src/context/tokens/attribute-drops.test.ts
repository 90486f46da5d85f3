// What goes out of the window: by compactions, by the API's own edits, or for reasons that nobody tells.
import { expect, test } from 'vitest';
import type { TokenLedger } from './attribute-tokens.ts';
import { ledgerOf } from './ledger-of.fixture.ts';
import { windowAt } from './roll-up.ts';
import { answer, boundary, prompt, result, talkOf, text, use, words } from './talk-of.fixture.ts';

const dropped = (ledger: TokenLedger) => ledger.drops.map(({ item, cause }) => [item.kind, cause]);

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
  expect(dropped(ledger)).toEqual([['thinking', 'thinking']]);
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
  expect(dropped(ledger)).toEqual([['system', 'unknown']]);
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
