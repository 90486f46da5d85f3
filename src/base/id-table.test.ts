import { describe, expect, test } from 'vitest';
import { growthOf, NOT_QUADRATIC } from './growth.fixture.ts';
import { IdTable, textKey } from './id-table.ts';

function uuid(n: number): string {
  return `00000000-0000-4000-8000-${n.toString(16).padStart(12, '0')}`;
}

describe('IdTable', () => {
  test('numbers ids in the order of first sight and gives the same id the same number', () => {
    const table = new IdTable();
    expect([
      table.add('a'),
      table.add(uuid(1)),
      table.add('a'),
      table.add(uuid(2)),
      table.add(uuid(1)),
    ]).toEqual([0, 1, 0, 2, 1]);
    expect(table.size).toBe(3);
  });

  test('finds without adding', () => {
    const table = new IdTable();
    table.add(uuid(7));
    expect(table.find(uuid(7))).toBe(0);
    expect(table.find(uuid(8))).toBeUndefined();
    expect(table.size).toBe(1);
  });

  test('ids that look alike are different: case, a missing dash, a trailing NUL, the empty string', () => {
    const ids = [
      '0a0b0c0d-0e0f-4000-8000-00000000000f',
      '0A0B0C0D-0E0F-4000-8000-00000000000F',
      '0a0b0c0d-0e0f-4000-8000-00000000000F',
      '0a0b0c0d-0e0f-4000-8000-0000000000\u0000f',
      '0a0b0c0d-0e0f-4000-8000000000000000f',
      '0a0b0c0d-0e0f-4000-8000-00000000000',
      'é',
      'e\u0301',
      'a',
      'a\u0000',
      'a\u0000\u0000',
      '\u0000',
      '',
      'ab',
      'ba',
    ];
    const table = new IdTable();
    expect(ids.map((id) => table.add(id))).toEqual(ids.map((_, i) => i));
    expect(ids.map((id) => table.find(id))).toEqual(ids.map((_, i) => i));
  });

  test('agrees with a Map over 200,000 ids of three forms, across all growth', () => {
    const table = new IdTable();
    const map = new Map<string, number>();
    let differences = 0;
    for (let i = 0; i < 200_000; i++) {
      const n = (i * 7919) % 150_000;
      const id = n % 3 === 0 ? uuid(n) : n % 3 === 1 ? `toolu_${n}` : `msg_01ABCDEF${n}xyz`;
      const known = map.get(id) ?? map.size;
      map.set(id, known);
      if (table.add(id) !== known) differences++;
    }
    for (const [id, number] of map) if (table.find(id) !== number) differences++;
    expect(differences).toBe(0);
    expect(table.size).toBe(map.size);
    expect(map.size).toBe(150_000);
  });

  test('uuids that differ in their last digits only do not slow it down', () => {
    const fill = (size: number): number => {
      const table = new IdTable();
      for (let i = 0; i < size; i++) table.add(uuid(i * 4096));
      return table.size;
    };
    expect(fill(80_000)).toBe(80_000);
    expect(growthOf(10_000, fill)).toBeLessThan(NOT_QUADRATIC);
  });
});

describe('textKey', () => {
  test('is a safe integer, the same for the same text, and tells 100,000 near texts apart', () => {
    const keys = new Set<number>();
    for (let i = 0; i < 100_000; i++) keys.add(textKey(`the same long beginning of a prompt ${i}`));
    expect(keys.size).toBe(100_000);
    expect([...keys].every(Number.isSafeInteger)).toBe(true);
    expect(textKey('abc')).toBe(textKey(`${'ab'}c`));
  });
});
