import { expect, test } from 'vitest';
import { jsonParts, jsonText } from './json-text.ts';

test('field by field an answer is the same text as in one piece', () => {
  const all = {
    name: 'a "b"\u009b\u202e',
    '\u0085': 1,
    nothing: undefined,
    never: () => 0,
    none: null,
    list: [undefined, '日本', { deep: true }],
  };
  for (const value of [all, {}, { nothing: undefined }, { one: 1 }])
    expect([...jsonParts(value)].join('')).toBe(jsonText(value));
});
