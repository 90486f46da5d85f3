import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  estimateText,
  estimateThinking,
  MOST_AT_SEAM,
  MOST_PER_CHARACTER,
  tokenizerOf,
} from './estimate-text.ts';

const PROSE = 'The quick brown fox jumps over the lazy dog and looks back at it for a while. ';
const CODE = '  if (a[i] !== b[j]) { return { x: -1, y: 0x3f }; }\n';

test('prose has about four characters a token, code and JSON fewer', () => {
  const prose = PROSE.repeat(20);
  const code = CODE.repeat(20);
  expect(prose.length / estimateText(prose, 'early')).toBeGreaterThan(3.6);
  expect(prose.length / estimateText(prose, 'early')).toBeLessThan(5.5);
  expect(code.length / estimateText(code, 'early')).toBeLessThan(3);
});

test('models from opus-4-7 on count more tokens for the same text', () => {
  expect(tokenizerOf('claude-opus-4-6')).toBe('early');
  expect(tokenizerOf('claude-sonnet-4-5-20250929')).toBe('early');
  for (const model of ['claude-opus-4-7', 'claude-opus-5-5', 'claude-sonnet-5', 'claude-fable-5'])
    expect(tokenizerOf(model)).toBe('late');
  expect(estimateText(PROSE, 'late')).toBeGreaterThan(1.2 * estimateText(PROSE, 'early'));
});

test('a long text is judged by slices, and comes out as the whole would', () => {
  const unit = `${PROSE}${CODE}`;
  const short = unit.repeat(100);
  const long = unit.repeat(10_000);
  const expected = 100 * estimateText(short, 'early');
  expect(Math.abs(estimateText(long, 'early') / expected - 1)).toBeLessThan(0.05);
});

test('[M7] thinking with an empty text weighs what its signature holds', () => {
  expect(estimateThinking('', 'x'.repeat(5800), 'early')).toBeCloseTo(1000);
  expect(estimateThinking(PROSE.repeat(10), '', 'early')).toBe(estimateText(PROSE.repeat(10), 'early'));
});

test('ideographs weigh a token each, nothing weighs nothing', () => {
  expect(estimateText('語'.repeat(50), 'early')).toBe(50);
  expect(estimateText('', 'early')).toBe(0);
});

test('no text is heavier than the most that a character can have', () => {
  const heavy = fc.array(
    fc.constantFrom('#', '  ', '\t\t', ' ', '7', 'a', 'B', '\n', 'é', '漢', '😀', '{', '"'),
  );
  const isWithin = (text: string) =>
    (['early', 'late'] as const).every(
      (tokenizer) => estimateText(text, tokenizer) <= MOST_PER_CHARACTER * text.length + 1e-9,
    );
  fc.assert(
    fc.property(heavy, (parts) => isWithin(parts.join(''))),
    { numRuns: 200 },
  );
});

test('no text is heavier than its pieces and what may go unseen where it is parted', () => {
  const text = fc
    .array(fc.constantFrom('#', '{', ' ', '  ', '\t', '7', 'a', 'word', '\n', 'é', '漢', '😀', '\ud800'))
    .map((parts) => parts.join(''));
  const isWithin = (whole: string, length: number) => {
    const pieces: string[] = [];
    for (let from = 0; from < whole.length; from += length) pieces.push(whole.slice(from, from + length));
    return (['early', 'late'] as const).every((tokenizer) => {
      const sum = pieces.reduce((all, piece) => all + estimateText(piece, tokenizer) + MOST_AT_SEAM, 0);
      const first = estimateText(pieces[0] ?? '', tokenizer) + MOST_AT_SEAM;
      const rest = MOST_PER_CHARACTER * (whole.length - (pieces[0] ?? '').length);
      return estimateText(whole, tokenizer) <= Math.min(sum, first + rest) + 1e-9;
    });
  };
  fc.assert(fc.property(text, fc.integer({ min: 1, max: 9 }), isWithin), { numRuns: 500 });
});

test('every character weighs by what it is and what stands before it, whatever bytes it takes', () => {
  const text = fc
    .array(
      fc.constantFrom('#', ' ', '\t', '7', 'a', 'Z', '\n', '\r', 'é', '漢', '😀', '\ud800', '{', '\u007f'),
    )
    .map((parts) => parts.join(''));
  fc.assert(
    fc.property(text, (whole) => Math.abs(estimateText(whole, 'early') - weighSlowly(whole)) < 1e-9),
    { numRuns: 500 },
  );
});

/** Run by run, with the weights of `early`. */
function weighSlowly(text: string): number {
  const count = (pattern: RegExp) => text.match(pattern)?.length ?? 0;
  const words = count(/[A-Za-z]+/g);
  const signs = count(/[!-/:-@[-`{-~]+/g);
  return (
    words * 0.41 +
    (count(/[A-Za-z]/g) - words) * 0.17 +
    count(/\d/g) * 0.68 +
    signs * 1.18 +
    (count(/[!-/:-@[-`{-~]/g) - signs) * 0.12 +
    count(/\n/g) * 0.85 +
    count(/[ \t]{2,}/g) * 1.39 +
    count(/[\u0080-\u2e7f]/g) * 0.5 +
    count(/[\u2e80-\uffff]/g)
  );
}
