import fc from 'fast-check';
import { expect, test } from 'vitest';
import { jsonPieces } from './json-pieces.ts';

test('in pieces a value is the same text as in one, whatever it holds', () => {
  // What has no form in JSON is left out of objects, and is null in lists.
  const odd = fc.constantFrom(undefined, () => 0, Number.NaN, [undefined, () => 0], [], {}, '日本');
  const fields = fc.dictionary(fc.string(), fc.oneof(fc.jsonValue(), odd));
  fc.assert(
    fc.property(fields, fc.boolean(), (value, items) => {
      expect([...jsonPieces(value, { items })].join('')).toBe(JSON.stringify(value));
    }),
  );
});

test('the fields come one by one, and the items of lists where that is asked for', () => {
  const value = { a: [1, { b: [2] }], c: 'd' };
  expect([...jsonPieces(value)]).toEqual(['{"a":', '[1,{"b":[2]}]', ',"c":', '"d"', '}']);
  expect([...jsonPieces(value, { items: true })]).toEqual([
    '{"a":',
    '[',
    '1',
    ',',
    '{"b":[2]}',
    ']',
    ',"c":',
    '"d"',
    '}',
  ]);
});
