import { expect, test } from 'vitest';
import { windowOf } from './windows.ts';

test('the window is what the name, the table or the log says, in that order', () => {
  expect(windowOf('claude-sonnet-4-5-20250929[1m]')).toEqual({ tokens: 1_000_000, basis: 'named' });
  expect(windowOf('claude-opus-4-6')).toEqual({ tokens: 200_000, basis: 'known' });
  expect(windowOf('claude-opus-4-20250514')).toEqual({ tokens: 200_000, basis: 'known' });
  expect(windowOf('claude-3-5-haiku-20241022')).toEqual({ tokens: 200_000, basis: 'known' });
  expect(windowOf('claude-opus-4-8')).toEqual({ tokens: 1_000_000, basis: 'known' });
  expect(windowOf('claude-opus-4-6', 414_202)).toEqual({ tokens: 1_000_000, basis: 'seen' });
});

test('of an unknown model nothing is said, unless a logged context tells', () => {
  expect(windowOf('glm-4.6', 50_000)).toBeUndefined();
  expect(windowOf('glm-4.6', 300_000)).toEqual({ tokens: 1_000_000, basis: 'seen' });
  expect(windowOf('glm-4.6', 3_000_000)).toBeUndefined();
});
