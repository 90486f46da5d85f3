import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { NoteBook } from './note-book.ts';

const ID = '11111111-2222-4333-8444-555555555555';
const folders: string[] = [];
let dataDir: string;
let now: number;
let book: NoteBook;

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'clew-notes-'));
  folders.push(dataDir);
  now = 1000;
  book = new NoteBook(dataDir, () => now);
});
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

const fileOf = (id: string) => join(dataDir, 'annotations', `${id}.json`);

test('a note is kept until it is removed, and keeps when it was made', async () => {
  await book.put(ID, 'k', 'a', { turn: 2, note: 'first', labels: ['bug'], uuid: 'u' });
  now = 2000;
  await book.put(ID, 'k', 'a', { turn: 2, note: 'better' });
  const again = new NoteBook(dataDir, () => now);
  expect(await again.read(ID)).toEqual([
    { id: 'a', key: 'k', turn: 2, note: 'better', labels: [], created: 1000, changed: 2000 },
  ]);
  expect(await again.sessions()).toMatchObject([{ sessionId: ID, notes: [{ id: 'a' }] }]);
  await again.remove(ID, 'a');
  expect(await book.read(ID)).toEqual([]);
  expect(await book.sessions()).toEqual([]);
  await expect(book.remove(ID, 'a')).rejects.toMatchObject({ code: 'no-such-note' });
});

test('notes that are left at the same moment are all kept', async () => {
  const ids = Array.from({ length: 20 }, (_, i) => `n${i}`);
  await Promise.all(ids.map((id) => book.put(ID, 'k', id, { turn: 1, note: id })));
  expect((await book.read(ID)).map(({ id }) => id).sort()).toEqual(ids.sort());
});

test('what another version or another program wrote is refused and never written over', async () => {
  mkdirSync(join(dataDir, 'annotations'), { recursive: true });
  const note = { id: 'a', key: 'k', turn: 1, note: 'x', labels: [], created: 1, changed: 1 };
  const strange = [
    '',
    '[]',
    '{"version":2,"annotations":[]}',
    '{"version":1,"annotations":{}}',
    JSON.stringify({ version: 1, annotations: [{ ...note, turn: '1' }] }),
    JSON.stringify({ version: 1, annotations: [{ ...note, labels: [1] }] }),
    JSON.stringify({ version: 1, annotations: [null] }),
  ];
  for (const text of strange) {
    writeFileSync(fileOf(ID), text);
    await expect(book.read(ID), text).rejects.toMatchObject({ code: 'bad-annotations' });
    await expect(book.put(ID, 'k', 'a', { turn: 1, note: 'x' })).rejects.toMatchObject({
      code: 'bad-annotations',
    });
    expect(readFileSync(fileOf(ID), 'utf8')).toBe(text);
    expect(await book.all()).toEqual([]);
  }
});

test('notes that are there and cannot be read are not taken for none, and never written over', async () => {
  mkdirSync(join(dataDir, 'annotations'), { recursive: true });
  // A link in a circle stands for a file that is closed to us: root may read those.
  symlinkSync(fileOf(ID), fileOf(ID));
  await expect(book.put(ID, 'k', 'a', { turn: 1, note: 'x' })).rejects.toMatchObject({ code: 'cannot-read' });
  expect(readlinkSync(fileOf(ID))).toBe(fileOf(ID));
});

test('a name that is no id has no notes and gets none, wherever it would lead', async () => {
  for (const name of ['../../etc', 'a/b', '', 'x'.repeat(99)]) {
    expect(await book.read(name)).toEqual([]);
    await expect(book.put(name, 'k', 'a', { turn: 1, note: 'x' })).rejects.toMatchObject({ code: 'bad-key' });
  }
});

test('notes that two note books leave at the same moment are all kept', async () => {
  const other = new NoteBook(dataDir, () => now);
  await Promise.all(
    Array.from({ length: 10 }, (_, n) =>
      (n % 2 === 0 ? book : other).put(ID, 'k', `n${n}`, { turn: n, note: `note ${n}` }),
    ),
  );
  expect((await book.read(ID)).map(({ id }) => id).sort()).toEqual(
    Array.from({ length: 10 }, (_, n) => `n${n}`),
  );
});
