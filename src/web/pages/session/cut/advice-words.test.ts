import { expect, test } from 'vitest';
import { adviceWords } from './advice-words.ts';

test('the preset that is enough is named with what it leaves, or the size to fit, or that nothing has to go', () => {
  const words = (advice: NonNullable<Parameters<typeof adviceWords>[0]['advice']>) => adviceWords({ advice });
  expect(words({ take: 'preset', name: 'deep', tokens: 61_000 })).toMatch(/“deep” is enough: .* loads 61k/);
  expect(words({ take: 'fit', tokens: 100_000 })).toContain('“Fit to” 100k');
  expect(words({ take: 'nothing' })).toContain('Nothing has to go');
  expect(adviceWords({})).toBe('');
});
