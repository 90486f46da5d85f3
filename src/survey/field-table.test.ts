import { describe, expect, test } from 'vitest';
import type { ShapePresence } from './field-marks.ts';
import { FieldTable } from './field-table.ts';

function record(table: FieldTable, name: string, objects: readonly object[]): void {
  for (const [i, object] of objects.entries()) table.record('entry', name, object as never, i + 1, i * 10);
}

function only(table: FieldTable): ShapePresence {
  return table.toShapes()[0] as ShapePresence;
}

describe('FieldTable', () => {
  test('tells always, often and rarely, with counts and the first place', () => {
    const table = new FieldTable();
    table.startFile('f.jsonl');
    record(table, 'user', [
      { a: 1 },
      { a: 2, rare: null },
      ...Array.from({ length: 18 }, (_, i) => ({ a: 3, ...(i < 2 && { some: [] }) })),
    ]);
    const { count, fields } = only(table);
    expect(count).toBe(20);
    expect(fields.map(({ name, count, presence }) => [name, count, presence])).toEqual([
      ['a', 20, 'always'],
      ['rare', 1, 'rarely'],
      ['some', 2, 'often'],
    ]);
    expect(fields[1]?.place).toEqual({ file: 'f.jsonl', line: 2, offset: 10 });
  });

  test('counts rightly whatever the order of the fields [L3]', () => {
    const table = new FieldTable();
    record(table, 'user', [
      { a: 1, b: 2, c: 3 },
      { c: 3, a: 1 },
      { b: 1, a: 1 },
      { d: 1, c: 1, b: 1, a: 1 },
    ]);
    const counts = Object.fromEntries(only(table).fields.map(({ name, count }) => [name, count]));
    expect(counts).toEqual({ a: 4, b: 3, c: 3, d: 1 });
  });

  test('notes the kinds of values', () => {
    const table = new FieldTable();
    record(table, 'user', [
      { v: 's', w: {} },
      { v: null, w: [] },
      { v: true, w: 7 },
    ]);
    expect(only(table).fields.map(({ kinds }) => kinds)).toEqual([
      ['string', 'boolean', 'null'],
      ['number', 'array', 'object'],
    ]);
  });

  test('opens objects that belong to the format one level deep, and no others', () => {
    const table = new FieldTable();
    record(table, 'attachment', [{ attachment: { type: 'x', data: { y: 1 } }, toolUseResult: { z: 1 } }]);
    expect(only(table).fields.map(({ name }) => name)).toEqual([
      'attachment',
      'toolUseResult',
      'attachment.type',
      'attachment.data',
    ]);
  });

  test('orders versions by number and gives entries without one to their neighbours', () => {
    const table = new FieldTable();
    table.startFile('a.jsonl');
    record(table, 'mode', [{ early: 1 }]);
    table.setVersion('2.0.10');
    record(table, 'mode', [{ late: 1 }]);
    table.setVersion('2.0.9');
    record(table, 'mode', [{ late: 1 }]);
    table.startFile('b.jsonl');
    record(table, 'mode', [{ other: 1 }]);
    const { firstVersion, lastVersion, fields } = only(table);
    expect([firstVersion, lastVersion]).toEqual(['2.0.9', '2.0.10']);
    expect(fields.map(({ name, firstVersion, lastVersion }) => [name, firstVersion, lastVersion])).toEqual([
      ['early', '2.0.10', '2.0.10'],
      ['late', '2.0.9', '2.0.10'],
      ['other', null, null],
    ]);
  });

  test('keeps a bounded number of names and counts the rest', () => {
    const table = new FieldTable();
    record(
      table,
      'user',
      Array.from({ length: 2000 }, (_, i) => ({ [`f${i}`]: 1 })),
    );
    expect(only(table).fields.length).toBe(500);
    expect(only(table).unlisted).toBe(1500);
    for (let i = 0; i < 3000; i++) table.record('entry', `t${i}`, {}, 1, 0);
    expect(table.toShapes().length).toBe(1000);
    expect(table.unlistedShapes).toBe(2001);
  });

  test('a field named __proto__ is a field like others', () => {
    const table = new FieldTable();
    record(table, 'user', [JSON.parse('{"__proto__":{"a":1},"constructor":2}')]);
    expect(only(table).fields.map(({ name }) => name)).toEqual(['__proto__', 'constructor']);
  });
});
