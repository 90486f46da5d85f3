import { expect, test } from 'vitest';
import type { JsonObject } from '../../base/json.ts';
import { makeEntries } from '../../log/make-entries.fixture.ts';
import { buildThread, readConversation } from '../../session/session.ts';
import { readCutSize } from './cut-size.ts';
import { measureRequests } from './measure-requests.ts';

const at = (n: number) => new Date(Date.UTC(2026, 0, 1, 0, n)).toISOString();
const prompt = (n: number, parentUuid: string | null): JsonObject => ({
  type: 'user',
  uuid: `p${n}`,
  parentUuid,
  timestamp: at(2 * n),
  message: { role: 'user', content: `question ${n}` },
});
const answer = (n: number, context: number): JsonObject => ({
  type: 'assistant',
  uuid: `a${n}`,
  parentUuid: `p${n}`,
  timestamp: at(2 * n + 1),
  message: {
    id: `m${n}`,
    role: 'assistant',
    model: 'claude-opus-4-6',
    content: [{ type: 'text', text: `answer ${n}` }],
    stop_reason: 'end_turn',
    usage: { input_tokens: context, output_tokens: 10 },
  },
});
const lines = [prompt(1, null), answer(1, 50_000), prompt(2, 'a1'), answer(2, 90_000)];
const mark = { type: 'clew-cut', tokens: 20_010, leafUuid: 'a2' };
const sizes = (values: readonly JsonObject[]) => {
  const thread = buildThread(makeEntries(values));
  return measureRequests(readConversation(thread), readCutSize(thread.entries)).map(({ context }) => context);
};

test('[K1] in a clone the sizes before the cut do not count, and the last answer has the size that the cut left', () => {
  expect(sizes(lines)).toEqual([50_000, 90_000]);
  expect(sizes([...lines, mark])).toEqual([20_000]);
});

test('[K1] what the client asks of the clone later counts as logged', () => {
  expect(sizes([...lines, mark, prompt(3, 'a2'), answer(3, 21_000)])).toEqual([20_000, 21_000]);
});

test('a mark that names no entry, or no size, is none', () => {
  expect(sizes([...lines, { ...mark, leafUuid: 'gone' }])).toEqual([50_000, 90_000]);
  expect(sizes([...lines, { ...mark, tokens: 0 }])).toEqual([50_000, 90_000]);
});
