import { expect, test } from 'vitest';
import { estimateText } from '../context/tokens/estimate-text.ts';
import { extractText } from './extract-text.ts';

const extract = (text: string, target: number, wanted: readonly string[] = []) =>
  extractText(text, { target, wanted, tokenizer: 'early' });
const size = (text: string) => estimateText(text, 'early');

const ANSWER = [
  'I looked at the paging of the order list.',
  'Let me tell you what I saw there, step by step, as it came along while I was reading.',
  'The weather in the harbor was fine and the coffee was warm, which has nothing to do with it.',
  'The root cause is that `pageOf` in src/orders/list.ts reads the filter twice.',
  'I decided to keep one reader because two of them drift apart.',
  'Some more words stand here that nobody will miss when they are gone from this place.',
  'Run `npm test -- orders` to see it pass.',
  'All 14 tests pass now.',
].join(' ');

test('first and last words, decisions and names are kept, filler goes, in the order of the original', () => {
  const text = extract(ANSWER, 70, ['src/orders/list.ts']);
  expect(size(text)).toBeLessThanOrEqual(70 * 1.1);
  expect(text).toContain('I looked at the paging');
  expect(text).toContain('src/orders/list.ts');
  expect(text).toContain('All 14 tests pass now.');
  expect(text).not.toContain('coffee');
  expect(text.indexOf('I looked')).toBeLessThan(text.indexOf('All 14'));
});

test('names that later turns speak of are listed where no sentence with them fits', () => {
  const text = extract(ANSWER, 40, ['pageOf', 'src/orders/list.ts', 'npm test -- orders']);
  expect(text).toContain('pageOf');
  expect(text).toContain('src/orders/list.ts');
});

test('of a listing of code its declarations are kept, not its braces and numbers', () => {
  const code = Array.from({ length: 60 }, (_, i) =>
    i % 12 === 0
      ? `${i}\tfunction part${i}(rows: Row[]): Row[] {`
      : i % 3 === 0
        ? `${i}\t`
        : `${i}\t  x = x + ${i};`,
  ).join('\n');
  const text = extract(code, Math.round(size(code) * 0.15));
  expect(text.match(/function part/g)?.length).toBeGreaterThan(3);
  expect(text).not.toMatch(/^\d+\s*$/m);
});

test('one endless line, signs only and a single word come out shorter, not empty, and never broken inside a character', () => {
  for (const text of [
    'x'.repeat(5000),
    '{"a":1,"b":[2,3]},'.repeat(300),
    '語'.repeat(2000),
    '🙂'.repeat(900),
    '} ) ; '.repeat(400),
  ]) {
    const short = extract(text, Math.round(size(text) * 0.1));
    expect(short).not.toBe('');
    expect(size(short)).toBeLessThan(size(text) * 0.5);
    expect(short).not.toMatch(/[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/);
  }
});

test('the same text gives the same extract', () => {
  expect(extract(ANSWER, 40, ['pageOf'])).toBe(extract(ANSWER, 40, ['pageOf']));
});
