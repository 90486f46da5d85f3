import { expect, test } from 'vitest';
import type { JsonObject } from '../../base/json.ts';
import { entryBlocks } from '../../log/block.ts';
import { type Conversation, readConversation } from '../../session/session.ts';
import { predictResume } from '../predict-resume.ts';
import { attributeTokens } from './attribute-tokens.ts';
import { type KeptBlock, keptBlocks, measureContextNow } from './context-now.ts';
import { answer, boundary, prompt, result, talkOf, text, threadOf, use, words } from './talk-of.fixture.ts';

const everything = (talk: Conversation): KeptBlock[] =>
  talk.entries.flatMap((entry) => entryBlocks(entry).map((block) => ({ block, entries: [entry] })));

const LINES: readonly JsonObject[] = [
  prompt('go'),
  answer('m1', use('t1', 'Read', { file_path: '/a.ts' }), { context: 10_000, output: 80 }),
  result('t1', words(500)),
  answer('m2', text(words(30)), { context: 10_600, output: 40 }),
];

test('a resume that keeps everything weighs the last request and what followed it', () => {
  const talk = talkOf(...LINES);
  const now = measureContextNow(attributeTokens(talk), everything(talk));
  expect(now).toMatchObject({ total: 10_640, measured: 10_600, basis: 'estimated', systemKnown: true });
  expect(Object.values(now.byKind).reduce((a, b) => a + b, 0)).toBe(10_640);
  expect(now.byKind['tool-result']).toBe(520);
  expect(now.filled).toBeCloseTo(0.0532);
});

test('what is not kept does not count', () => {
  const talk = talkOf(...LINES);
  const kept = everything(talk).filter(({ block }) => block.type === 'text');
  expect(measureContextNow(attributeTokens(talk), kept).total).toBe(10_640 - 600);
});

test('a block folded from several entries weighs them all, an invented one its own words', () => {
  const talk = talkOf(...LINES);
  const ledger = attributeTokens(talk);
  const [, , third] = talk.entries;
  const before = measureContextNow(ledger, []).total;
  const folded = { block: entryBlocks(third as never)[0] as JsonObject, entries: [third as never] };
  expect(measureContextNow(ledger, [folded]).total - before).toBe(520);
  const invented = { block: text('No response requested.'), entries: [] };
  const now = measureContextNow(ledger, [invented]);
  expect(now.byKind.other).toBeGreaterThan(3);
  expect(now.byKind.other).toBeLessThan(15);
});

test('an entry that no request of the branch held is estimated by its text', () => {
  const talk = talkOf(...LINES);
  const [stranger] = talkOf(prompt(words(300), { uuid: 'elsewhere' })).entries;
  const kept = [{ block: entryBlocks(stranger as never)[0] as JsonObject, entries: [stranger as never] }];
  const now = measureContextNow(attributeTokens(talk), kept);
  expect(now.byKind.user).toBeGreaterThan(200);
  expect(now.byKind.user).toBeLessThan(400);
});

test('a session without a request has no known system prompt', () => {
  const talk = talkOf(prompt(words(100)));
  expect(measureContextNow(attributeTokens(talk), everything(talk))).toMatchObject({
    systemKnown: false,
    measured: 0,
    window: undefined,
  });
});

test('[R3] the prediction of a compacted session loads only the summary and what follows', () => {
  const thread = threadOf(
    ...LINES,
    boundary(),
    prompt(words(600), { isCompactSummary: true, message: { role: 'user', content: words(600) } }),
    answer('m3', text('on'), { context: 10_700, output: 12 }),
  );
  const ledger = attributeTokens(readConversation(thread));
  const { messages, model } = predictResume(thread.lines);
  const now = measureContextNow(ledger, keptBlocks(messages), model);
  expect(now.total).toBe(10_712);
  expect(now.byKind['tool-result']).toBe(0);
});

test('each block of an entry is counted once', () => {
  const content = [text(words(400)), text(words(20))];
  const talk = talkOf(
    { ...prompt(''), message: { role: 'user', content } },
    answer('m1', text('ok'), { context: 9000, output: 5 }),
  );
  const now = measureContextNow(attributeTokens(talk), everything(talk));
  expect(now.total).toBe(9005);
});

test('a result that a microcompaction had cleared comes back whole', () => {
  const micro = {
    type: 'system',
    subtype: 'microcompact_boundary',
    microcompactMetadata: { compactedToolIds: ['t1'] },
  };
  const talk = talkOf(
    ...LINES,
    micro,
    prompt('on'),
    answer('m3', text('ok'), { context: 10_200, output: 5 }),
  );
  const ledger = attributeTokens(talk);
  expect(ledger.drops.length).toBeGreaterThan(0);
  expect(measureContextNow(ledger, everything(talk)).byKind['tool-result']).toBe(520);
});
