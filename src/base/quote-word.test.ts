import { execFileSync } from 'node:child_process';
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

const SLASHED = ['/a\\', '/a\\\\', "/a\\'b", "/a\\\\'", '\\\\host\\share', 'C:\\Users\\me'];

test('no backslash ends a word in a shell that reads them in single quotes, as fish does', () => {
  expect(quoteWord('/a\\')).toBe(`'/a'"\\\\"''`);
  // A path of Windows stays readable.
  expect(quoteWord('C:\\Users\\me')).toBe("'C:\\Users\\me'");
  for (const word of SLASHED) expect([word, readByFish(quoteWord(word))]).toEqual([word, word]);
});

test.runIf(process.platform !== 'win32')('a shell reads the word that was quoted', () => {
  for (const word of [...SLASHED, "it's", '$(id) `id` "x" !', '-n', '=ls'])
    expect(execFileSync('sh', ['-c', `printf %s ${quoteWord(word)}x`], { encoding: 'utf8' })).toBe(
      `${word}x`,
    );
});

/** By the rules of its documentation: in single quotes a backslash escapes itself and the quote, in double quotes itself. */
function readByFish(quoted: string): string {
  const parts = /'((?:\\['\\]|[^'])*?)'|"((?:\\\\|[^"\\])*)"|\\(.)/gy;
  let word = '';
  let end = 0;
  for (const [part, single, double, escaped] of quoted.matchAll(parts)) {
    word += (single ?? double ?? escaped ?? '').replace(
      single === undefined ? /\\(\\)/g : /\\(['\\])/g,
      '$1',
    );
    end += part.length;
  }
  return end === quoted.length ? word : `${word} and then ${quoted.slice(end)}`;
}
