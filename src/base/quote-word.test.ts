import { expect, test } from 'vitest';
import { quoteWord } from './quote-word.ts';

test('a plain word stays as it is; what a shell would act on is quoted', () => {
  expect(quoteWord('/home/me/api-2')).toBe('/home/me/api-2');
  expect(quoteWord('/home/me/my project')).toBe("'/home/me/my project'");
  expect(quoteWord("/tmp/it's $(rm)")).toBe("'/tmp/it'\\''s $(rm)'");
  // Unquoted, a shell would put the home's path in its place.
  expect(quoteWord('~/api')).toBe("'~/api'");
  expect(quoteWord('')).toBe("''");
});

test('nothing that acts on a terminal is left', () => {
  expect(quoteWord('/a\nb')).toBe('/ab');
  expect(quoteWord('/a\u001b[2Jb\u202ec')).toBe("'/a[2Jbc'");
});
