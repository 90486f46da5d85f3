import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Talk } from '../browser/talk.ts';
import { type ClewRun, runClew } from './run-clew.ts';

let folder: string;
let file: string;
const talk = new Talk().prompt('first').say('one').prompt('second').say('two').prompt('third').say('three');

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'clew-notes-'));
  const project = join(folder, 'home', 'projects', '-work');
  mkdirSync(project, { recursive: true });
  file = join(project, `${talk.sessionId}.jsonl`);
  writeFileSync(file, talk.entries.map((entry) => `${JSON.stringify(entry)}\n`).join(''));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const clew = (...words: string[]): Promise<ClewRun> =>
  runClew([...words, '--home', join(folder, 'home')], { env: { CLEW_DATA_DIR: join(folder, 'data') } });
const id = talk.sessionId;

test('a note is left on a turn, listed by label, shown, exported with and without names, and removed', async () => {
  const before = readFileSync(file);
  expect(await clew('notes')).toMatchObject({ code: 1, out: '', err: 'clew: There are no notes.\n' });
  const added = await clew('notes', id, '--turn', '2', '--add', 'ask Quillfeather', '--label', 'bug');
  expect(added).toMatchObject({ code: 0, out: `Noted on turn 2 of ${id}.\n` });
  expect(await clew('notes', id, '--add', 'the end')).toMatchObject({ code: 0 });
  const all = JSON.parse((await clew('notes', '--json')).out);
  expect(all.sessions).toMatchObject([
    {
      sessionId: id,
      notes: [
        { turn: 2, note: 'ask Quillfeather', labels: ['bug'] },
        { turn: 3, note: 'the end' },
      ],
    },
  ]);
  const [first] = all.sessions[0].notes;
  expect(talk.entries).toContainEqual(expect.objectContaining({ uuid: first.uuid }));
  expect((await clew('notes', id, '--label', 'bug')).out).not.toContain('the end');
  expect(await clew('notes', '--label', 'none')).toMatchObject({ code: 1 });
  expect(await clew('notes', '--label', ' bug ')).toMatchObject({ code: 0 });
  expect((await clew('notes', '--label', 'bug', '--label', 'none')).err).toBe(
    'clew: No note has these labels.\n',
  );

  expect((await clew('show', id, '--turn', '2')).out).toContain('  ✎ bug\n  ✎ ask Quillfeather\n');
  expect((await clew('show', id, '--turn', '1')).out).not.toContain('✎');
  const exported = async (...words: string[]) => (await clew('export', id, '--out', '-', ...words)).out;
  expect(await exported('--format', 'md')).toContain('> **Note: bug**\n>\n> ask Quillfeather\n');
  expect(Buffer.from(await exported('--format', 'text'), 'latin1').toString()).toContain(
    '✎ ask Quillfeather',
  );
  const model = JSON.parse(await exported('--format', 'json'));
  expect(model.notes).toMatchObject([
    { turn: 2, note: 'ask Quillfeather', labels: ['bug'], created: '2026-03-04T12:00:00.000Z' },
    { turn: 3, note: 'the end', labels: [] },
  ]);
  expect(JSON.parse(await exported('--format', 'json', '--turn', '1')).notes).toEqual([]);
  for (const format of ['md', 'text', 'json'])
    expect(await exported('--format', format, '--redact-name', 'Quillfeather')).not.toContain('Quillfeather');

  expect(await clew('notes', id, '--remove', first.id.slice(0, 6))).toMatchObject({ code: 0 });
  expect(JSON.parse((await clew('notes', '--json')).out).sessions[0].notes).toHaveLength(1);
  expect(readFileSync(file).equals(before)).toBe(true);
});

test('what cannot be done is said in a sentence', async () => {
  const refused = async (...words: string[]) => {
    const { code, out, err } = await clew('notes', ...words);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    return err.split('\n', 1)[0];
  };
  expect(await refused('--add', 'x')).toBe('clew: Which session is meant?');
  expect(await refused(id, '--add', '')).toBe('clew: The note is empty.');
  expect(await refused(id, '--add', 'x', '--turn', '9')).toBe('clew: There is no turn 9 on this branch.');
  expect(await refused(id, '--add', 'x', '--turn', '1..2')).toBe('clew: A note is on one turn.');
  expect(await refused(id, '--add', 'x', '--remove', 'y')).toBe('clew: A note is either left or taken away.');
  expect(await refused(id, '--remove', 'nothing')).toBe('clew: There is no such note.');
  expect(await refused(id, '--add', 'x'.repeat(10_001))).toBe(
    'clew: A note has 10,000 characters at the most; this one has 10,001.',
  );
  expect(await refused(id, '--add', 'x', '--label', 'y'.repeat(61))).toBe(
    `clew: “${'y'.repeat(40)}…” is too long for a label.`,
  );
  const many = Array.from({ length: 21 }, (_, n) => ['--label', `l${n}`]).flat();
  expect(await refused(id, '--add', 'x', ...many)).toBe('clew: A note has 20 labels at the most.');
  expect(await refused(id, '--turn', '2')).toBe('clew: --turn names the turn of a new note.');
});

test('a note whose times are none is told without them', async () => {
  const data = join(folder, 'absurd');
  mkdirSync(join(data, 'annotations'), { recursive: true });
  const note = { id: 'n1', key: id, turn: 1, note: 'odd', labels: [], created: 1e20, changed: 0 };
  writeFileSync(join(data, 'annotations', `${id}.json`), JSON.stringify({ version: 1, annotations: [note] }));
  const { code, out } = await runClew(['notes', '--json'], { env: { CLEW_DATA_DIR: data } });
  expect(code).toBe(0);
  expect(JSON.parse(out).sessions[0].notes).toEqual([
    { id: 'n1', turn: 1, note: 'odd', labels: [], changed: '1970-01-01T00:00:00.000Z' },
  ]);
});
