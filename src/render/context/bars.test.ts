import { expect, test } from 'vitest';
import { bar, sparkline, stackedBar } from './bars.ts';

test('a bar shows eighths, and a sliver for anything above nothing', () => {
  expect(bar(0, 8)).toBe('');
  expect(bar(0.0001, 8)).toBe('▏');
  expect(bar(0.5, 8)).toBe('████');
  expect(bar(1.5, 8)).toBe('████████');
});

test('a sparkline has one column a value, and keeps peaks when it has to join some', () => {
  expect(sparkline([0, 4, 8], 10)).toBe('▁▅█');
  expect(sparkline([1, 1, 8, 1, 1, 1], 3)).toBe('▂█▂');
  expect(sparkline([], 10)).toBe('');
  expect([
    ...sparkline(
      Array.from({ length: 1000 }, (_, i) => i),
      40,
    ),
  ]).toHaveLength(40);
});

test('a stacked bar is as wide as asked, whatever the shares', () => {
  const line = stackedBar(
    [
      { share: 0.25, fill: 'a' },
      { share: 0.333, fill: 'b' },
      { share: 0.0001, fill: 'c' },
    ],
    20,
  );
  expect(line).toBe('aaaaabbbbbbb········');
  expect([...stackedBar([{ share: 2, fill: 'a' }], 10)]).toHaveLength(10);
});
