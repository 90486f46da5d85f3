import fc from 'fast-check';
import { expect, test } from 'vitest';
import { estimateText, estimateThinking, MOST_PER_CHARACTER, tokenizerOf } from './estimate-text.ts';

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
