import { expect, test } from 'vitest';
import { type Column, printTable } from './table.ts';

interface Row {
  readonly name: string;
  readonly title: string;
  readonly size: string;
}

const COLUMNS: readonly Column<Row>[] = [
  { head: 'name', cell: (row) => row.name },
  { head: 'title', cell: (row) => row.title, gives: true },
  { head: 'size', cell: (row) => row.size, align: 'right', minor: 1 },
];
const LONG = 'a title that goes on and on and on until it is too long for anyone';
const ROWS: readonly Row[] = [
  { name: 'x', title: LONG, size: '1' },
  { name: 'yy', title: '灯台 の 光', size: '1000' },
];

test('in a pipe nothing is cut and no line ends in spaces', async () => {
  expect((await printTable(ROWS, COLUMNS, { width: undefined })).split('\n')).toEqual([
    `name  title${' '.repeat(LONG.length - 5)}  size`,
    `x     ${LONG}     1`,
    `yy    灯台 の 光${' '.repeat(LONG.length - 10)}  1000`,
    '',
  ]);
});

test('a cell of any length makes no other line longer than a few hundred signs', async () => {
  const rows = [{ name: 'n'.repeat(100_000), title: 't', size: '1' }, ...ROWS];
  const lines = (await printTable(rows, COLUMNS, { width: undefined })).split('\n');
  expect(lines[1]).toContain('n'.repeat(100_000));
  expect(lines.filter((line) => line.length < 400)).toHaveLength(lines.length - 1);
});

test('on a terminal the giving column gives way', async () => {
  const lines = (await printTable(ROWS, COLUMNS, { width: 50 })).split('\n');
  expect(lines[1]).toBe('x     a title that goes on and on and on un…     1');
  expect(lines.every((line) => line.length <= 50)).toBe(true);
});

test('where that leaves too little, a minor column goes', async () => {
  expect((await printTable(ROWS, COLUMNS, { width: 40 })).split('\n')[0]).toBe('name  title');
});

test('a column without anything in it is left out', async () => {
  expect(await printTable([{ name: 'x', title: '', size: '' }], COLUMNS, { width: undefined })).toBe(
    'name\nx\n',
  );
});

test('colours do not count as width', async () => {
  const paint = (cell: string) => `\u001b[2m${cell}\u001b[22m`;
  const painted = COLUMNS.map((column) => ({ ...column, paint }));
  const plain = (await printTable(ROWS, painted, { width: 50 }))
    .replaceAll('\u001b[2m', '')
    .replaceAll('\u001b[22m', '');
  expect(plain).toBe(await printTable(ROWS, COLUMNS, { width: 50 }));
});
