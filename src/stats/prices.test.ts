import { expect, test } from 'vitest';
import { BUILT_IN_PRICES, canonicalModel, costOf, priceOf, readPrices } from './prices.ts';

const NOTHING = { input: 0, output: 0, cacheRead: 0, cacheWrite5m: 0, cacheWrite1h: 0, webSearches: 0 };

test('[K2] the cost has five prices, and web searches', () => {
  const usage = {
    input: 1e6,
    output: 1e6,
    cacheRead: 1e6,
    cacheWrite5m: 1e6,
    cacheWrite1h: 1e6,
    webSearches: 3,
  };
  expect(costOf(usage, 'claude-opus-4-6')).toBeCloseTo(5 + 25 + 0.5 + 6.25 + 10 + 0.03, 10);
  expect(costOf({ ...NOTHING, cacheWrite1h: 1000 }, 'claude-haiku-4-5')).toBeCloseTo(0.002, 10);
});

test('[K5] a model without a price is unpriced, never free', () => {
  expect(costOf(NOTHING, 'claude-opus-4-9')).toBeUndefined();
  expect(costOf({ ...NOTHING, input: 5 }, '<synthetic>')).toBeUndefined();
  expect(priceOf('gpt-4')).toBeUndefined();
  expect(priceOf('')).toBeUndefined();
});

test('[K5] fast mode and answers made in the United States only cost a multiple, searches do not', () => {
  const usage = { ...NOTHING, output: 1e6, webSearches: 1 };
  expect(costOf({ ...usage, fast: true }, 'claude-opus-4-8')).toBeCloseTo(50.01, 10);
  expect(costOf({ ...usage, fast: true }, 'claude-opus-4-6')).toBeCloseTo(150.01, 10);
  expect(costOf({ ...usage, fast: true }, 'claude-sonnet-4-6')).toBeCloseTo(15.01, 10);
  expect(costOf({ ...usage, usOnly: true }, 'claude-opus-4-6')).toBeCloseTo(27.51, 10);
});

test.each([
  ['claude-opus-4-5-20251101', 'opus-4-5'],
  ['claude-opus-4-20250514', 'opus-4'],
  ['us.anthropic.claude-sonnet-4-5-20250929-v1:0', 'sonnet-4-5'],
  ['anthropic/claude-3-7-sonnet-latest', '3-7-sonnet'],
  ['claude-sonnet-4@20250514', 'sonnet-4'],
  ['claude-sonnet-4-5-20250929[1m]', 'sonnet-4-5'],
  ['Claude-Haiku-4-5', 'haiku-4-5'],
])('%s is %s', (name, canonical) => {
  expect(canonicalModel(name)).toBe(canonical);
  expect(priceOf(name)).toBe(BUILT_IN_PRICES.get(canonical));
});

test('every built-in price has a source with a date, and writing to the cache costs more than reading from it', () => {
  for (const [model, price] of BUILT_IN_PRICES) {
    expect(price.source, model).toMatchObject({ date: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) });
    expect(price.cacheWrite1h, model).toBeGreaterThan(price.cacheWrite5m);
    expect(price.cacheWrite5m, model).toBeGreaterThan(price.cacheRead);
    expect(price.output, model).toBeGreaterThan(price.input);
  }
});

test("a user's file lays its prices over the built-in ones and names what it cannot use", () => {
  const { prices, problems } = readPrices({
    models: {
      'claude-opus-4-6': { output: 1 },
      'my-model': { input: 2, output: 4, cacheRead: 0 },
      'no-output': { input: 2 },
      negative: { input: -2, output: 1 },
      text: 'cheap',
    },
  });
  expect(priceOf('claude-opus-4-6', prices)).toMatchObject({ input: 5, output: 1, fast: 6, source: 'user' });
  expect(priceOf('my-model', prices)).toMatchObject({ cacheRead: 0, cacheWrite5m: 2.5, cacheWrite1h: 4 });
  expect(problems).toHaveLength(3);
  expect(problems.join(' ')).toMatch(/no-output.*negative.*text/);
  expect(priceOf('claude-opus-4-6')).toMatchObject({ output: 25 });
});

test('a price file that is none changes nothing and says so', () => {
  expect(readPrices([1])).toEqual({ prices: BUILT_IN_PRICES, problems: [expect.stringContaining('models')] });
});
