import { expect, test } from 'vitest';
import { compressInputOf, FIRST_COMPRESS } from './compress-wish.ts';

test('without a choice nothing leaves the machine', () => {
  expect(compressInputOf(FIRST_COMPRESS, {})).toEqual({
    provider: 'offline',
    bands: 'usual',
    what: ['answer', 'result'],
  });
});

test('a model is named only to who has models, and a plan never carries the consent', () => {
  const wish = { ...FIRST_COMPRESS, model: 'haiku' };
  expect(compressInputOf(wish, {})).not.toHaveProperty('model');
  expect(compressInputOf({ ...wish, provider: 'claude' }, {})).toEqual({
    provider: 'claude',
    bands: 'usual',
    model: 'haiku',
    what: ['answer', 'result'],
  });
});

test('cuts go along, but a size to fit does not', () => {
  const input = compressInputOf(
    { ...FIRST_COMPRESS, asCompaction: true },
    { fit: 9, title: 'T', preset: 'deep', cuts: [{ turns: { to: 3 } }] },
  );
  expect(input).toEqual({
    provider: 'offline',
    bands: 'usual',
    asCompaction: true,
    title: 'T',
    cut: { preset: 'deep', cuts: [{ turns: { to: 3 } }] },
  });
});
