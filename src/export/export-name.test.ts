import { expect, test } from 'vitest';
import { wordsOfName } from './export-name.ts';

test('a name is never cut within a character: an index could not link to it', () => {
  const name = wordsOfName(`${'a'.repeat(47)}𠮷𠮷`, 48);
  expect(name).toBe('a'.repeat(47));
  expect(() => encodeURIComponent(name)).not.toThrow();
});
