import { rmSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { prompt, TestHome } from '../../src/catalog/catalog.fixture.ts';
import type { CliContext } from '../../src/cli/context.ts';
import { type ClewRun, runClew } from './run-clew.ts';

let home: TestHome;
let data: string;

beforeEach(async () => {
  home = new TestHome();
  data = await mkdtemp(join(tmpdir(), 'clew-data-'));
  home.put('-home-dev-api/11111111-aaaa.jsonl', [prompt('A lamp')]);
  home.put('-home-dev-api/22222222-bbbb.jsonl', [prompt('A lantern')]);
});
afterEach(async () => {
  home.remove();
  await rm(data, { recursive: true, force: true });
});

function clew(words: readonly string[], more: Partial<CliContext> = {}): Promise<ClewRun> {
  return runClew([...words, '--home', home.home], { env: { CLEW_DATA_DIR: data }, ...more });
}

test('says what was read, and the second time that nothing is new', async () => {
  const first = await clew(['sync']);
  expect(first).toMatchObject({ code: 0, err: `The catalog is “${join(data, 'catalog.db')}”.\n` });
  expect(first.out).toMatch(/^2 sessions in 2 files: read 2 files \(\d+ B\), in [\d.]+ m?s\.\n$/);
  expect((await clew(['sync'])).out).toMatch(/^2 sessions in 2 files: nothing new, in /);
  home.put('-home-dev-api/22222222-bbbb.jsonl', [prompt('A lantern'), prompt('and oil', 2)]);
  rmSync(home.path('-home-dev-api/11111111-aaaa.jsonl'));
  expect((await clew(['sync'])).out).toMatch(/^1 session in 1 file: read 1 file \(\d+ B\), 1 file gone, in /);
});

test('--json: one document', async () => {
  const { out } = await clew(['sync', '--json']);
  expect(JSON.parse(out)).toMatchObject({
    catalog: join(data, 'catalog.db'),
    homes: [home.home],
    sessions: 2,
    texts: 2,
    files: 2,
    read: 2,
    moved: 0,
    gone: 0,
    kept: false,
    problems: [],
  });
});

test('--keep keeps deleted sessions in the catalog from then on, --no-keep lets them go', async () => {
  await clew(['sync', '--keep']);
  rmSync(home.path('-home-dev-api/11111111-aaaa.jsonl'));
  expect((await clew(['sync'])).out).toContain('1 file gone, kept as history');
  expect(JSON.parse((await clew(['search', 'lamp', '--json'])).out)).toMatchObject({
    hits: [{ gone: true, snippet: '' }],
  });
  expect((await clew(['search', 'lamp'])).out).toContain('(the file is gone)');
  expect((await clew(['ls', '--all'])).out).toMatch(/^✕ {2}11111111-aaaa .* A lamp$/m);
  expect((await clew(['ls'])).out).not.toContain('11111111');
  await clew(['sync', '--no-keep']);
  expect((await clew(['search', 'lamp'])).code).toBe(1);
});

test('--rebuild reads everything anew', async () => {
  await clew(['sync']);
  expect((await clew(['sync', '--rebuild'])).out).toContain('read 2 files');
});

test('a catalog that someone else’s file stands in the place of is told of and built anew', async () => {
  await writeFile(
    join(data, 'catalog.db'),
    'someone else’s notes, which are long enough to be looked at twice',
  );
  const { code, err } = await clew(['ls']);
  expect(code).toBe(0);
  expect(err).toContain('not made by clew');
  expect(await readFile(join(data, 'catalog.db.foreign'), 'utf8')).toContain('notes');
  expect((await clew(['ls'])).err).toBe('');
});

test('a data folder that cannot be made: sync refuses, ls says so and goes on', async () => {
  await writeFile(join(data, 'file'), '');
  const env = { CLEW_DATA_DIR: join(data, 'file', 'x') };
  expect(await clew(['sync'], { env })).toMatchObject({
    code: 2,
    err: expect.stringContaining('CLEW_DATA_DIR'),
  });
  const list = await clew(['ls'], { env });
  expect(list).toMatchObject({ code: 0, err: expect.stringContaining('The list comes from the files.') });
  expect(list.out).toContain('11111111-aaaa');
  expect(await clew(['ls', '--no-catalog'], { env })).toMatchObject({ code: 0, err: '', out: list.out });
});

test('progress is shown on a terminal only, and wiped', async () => {
  home.forge(2, 30);
  // A clock that goes on at every look: the line is there only after a moment.
  let time = Date.UTC(2026, 2, 4);
  const now = () => {
    time += 200;
    return new Date(time);
  };
  const { err } = await clew(['sync'], { progress: true, now });
  const [before, ...shown] = err.split('\r\u001b[K');
  const after = shown.pop();
  expect([before, after]).toEqual(['', expect.stringMatching(/^The catalog is “.+”\.\n$/)]);
  expect(shown.length).toBeGreaterThan(10);
  for (const line of shown) expect(line).toMatch(/^[━╌]{24} +\d+ % {2}reading \d+ of 54 files, /);
  expect((await clew(['sync', '--rebuild'], { now })).err).toBe(after);
  expect((await clew(['sync', '--rebuild', '--quiet'], { progress: true, now })).err).toBe('');
});

test('a home without sessions is nothing new', async () => {
  const empty = await mkdtemp(join(tmpdir(), 'clew-empty-'));
  const { code, out } = await runClew(['sync', '--home', empty], { env: { CLEW_DATA_DIR: data } });
  await rm(empty, { recursive: true });
  expect({ code, out }).toEqual({
    code: 0,
    out: expect.stringMatching(/^0 sessions in 0 files: nothing new/),
  });
});
