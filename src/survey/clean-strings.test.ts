import { describe, expect, test } from 'vitest';
import { cleanStrings } from './clean-strings.ts';

const clean = (text: string): string => text.replace(/!/g, '');

describe('cleanStrings', () => {
  test('cleans keys and values at every depth and leaves other values', () => {
    expect(cleanStrings({ 'a!': ['b!', { 'c!': 'd!' }], n: 1, o: null, p: true }, clean)).toEqual({
      a: ['b', { c: 'd' }],
      n: 1,
      o: null,
      p: true,
    });
  });

  test('adds up counts whose names become the same, and names what is left empty', () => {
    expect(cleanStrings({ user: 2, 'us!er': 3, '!': 1 }, clean)).toEqual({ user: 5, '(empty)': 1 });
  });

  test('a key named __proto__ is a key like others', () => {
    expect(JSON.stringify(cleanStrings(JSON.parse('{"__proto__":1}'), clean))).toBe('{"__proto__":1}');
  });
});
