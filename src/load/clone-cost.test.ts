import { expect, test } from 'vitest';
import type { JsonObject } from '../base/json.ts';
import { makeEntries } from '../log/make-entries.fixture.ts';
import { buildThread } from '../session/session.ts';
import { CostTally, priceClone } from './clone-cost.ts';

function thread(model: string, cache: JsonObject) {
  const values: JsonObject[] = [];
  const add = (type: string, message: JsonObject) =>
    values.push({
      type,
      uuid: `e${values.length}`,
      parentUuid: values.at(-1)?.uuid ?? null,
      sessionId: 's',
      message,
    });
  for (const turn of [1, 2]) {
    add('user', { role: 'user', content: `ask ${turn}` });
    for (const n of [1, 2, 3]) {
      const usage = { input_tokens: 1, output_tokens: 1, cache_creation_input_tokens: 100, ...cache };
      add('assistant', {
        id: `m${turn}${n}`,
        role: 'assistant',
        model,
        content: [{ type: 'text', text: 'ho' }],
        usage,
      });
    }
  }
  return buildThread(makeEntries(values));
}

const tokens = { before: 200_000, after: 100_000 };

test('[K2] a clone costs its prefix once, at the price of the cache that the session uses, and saves reading in each request', () => {
  const short = priceClone(thread('claude-opus-4-6', {}), tokens);
  expect(short?.model).toBe('opus-4-6');
  expect(short?.usd).toEqual({
    cache: '5m',
    write: 0.625,
    sourceWrite: 1.25,
    savedPerRequest: 0.05,
    requestsPerTurn: 3,
    savedPerTurn: expect.closeTo(0.15),
  });
  const long = priceClone(
    thread('claude-opus-4-6', { cache_creation: { ephemeral_1h_input_tokens: 100 } }),
    tokens,
  );
  expect(long?.usd).toMatchObject({ cache: '1h', write: 1 });
  expect(priceClone(thread('claude-opus-4-6', {}), { before: 5, after: 9 })?.usd?.savedPerRequest).toBe(0);
});

test('[K5] a model without a price is unpriced, not free; a session without an answer has no model', () => {
  expect(priceClone(thread('some-other-model', {}), tokens)).toEqual({
    model: 'some-other-model',
    usd: undefined,
  });
  expect(priceClone(buildThread([]), tokens)).toBeUndefined();
});

test('[L2] a session that is shown part by part, some of it twice, has the price of the whole', () => {
  const whole = thread('claude-opus-4-6', { cache_creation: { ephemeral_1h_input_tokens: 100 } });
  const tally = new CostTally();
  for (const part of [whole.entries.slice(0, 5), whole.entries.slice(0, 3), whole.entries.slice(3)])
    tally.add(part);
  expect(tally.price(tokens, 2)).toEqual(priceClone(whole, tokens));
});
