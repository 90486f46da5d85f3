import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseTime } from './parse-time.ts';

test('times are those of Date.parse, be they usual, odd or wrong', () => {
  const part = (most: number, length: number) =>
    fc.oneof(
      fc.integer({ min: 0, max: most }).map((number) => String(number).padStart(length, '0')),
      fc.string({
        minLength: length,
        maxLength: length,
        unit: fc.constantFrom('0', '9', ' ', '-', 'T', 'ü'),
      }),
    );
  const time = fc
    .tuple(part(9999, 4), part(14, 2), part(33, 2), part(25, 2), part(61, 2), part(61, 2), part(999, 3))
    .map(([y, mo, d, h, mi, s, ms]) => `${y}-${mo}-${d}T${h}:${mi}:${s}.${ms}Z`);
  fc.assert(
    fc.property(time, (text) => Object.is(parseTime(text), Date.parse(text))),
    { numRuns: 20_000 },
  );
});

test.each([
  '2026-01-31T23:59:59.999Z',
  '1970-01-01T00:00:00.000Z',
  '1969-12-31T23:59:59.999Z',
  '0000-01-01T00:00:00.000Z',
  '2024-02-29T12:00:00.000Z',
  '2023-02-29T12:00:00.000Z',
  '2026-13-01T00:00:00.000Z',
  '2026-00-10T00:00:00.000Z',
  '2026-01-01T24:00:00.000Z',
  '2026-01-01T00:00:00Z',
  '2026-01-01T00:00:00.000+02:00',
  '+02026-01-01T00:00:00.00Z',
  'yesterday',
  '',
])('%s', (text) => {
  expect(parseTime(text)).toBe(Date.parse(text));
});
