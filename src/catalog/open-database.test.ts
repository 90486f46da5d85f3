import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { prompt, TestHome } from './catalog.fixture.ts';
import { Catalog } from './catalog.ts';
import { catalogRefusal, openDatabase } from './open-database.ts';
import { loadDriver } from './sqlite/load-driver.ts';

let home: TestHome;
beforeEach(() => {
  home = new TestHome();
  home.put('-home-dev-api/11111111-aaaa.jsonl', [prompt('A lamp')]);
  mkdirSync(dirname(home.catalogFile), { recursive: true });
});
afterEach(() => home.remove());

async function open(): Promise<{ rebuilt: string | undefined; hits: number }> {
  const catalog = new Catalog(home.catalogFile);
  try {
    await catalog.sync({ homes: [home.home] });
    return { rebuilt: catalog.rebuilt, hits: catalog.search('lamp', { homes: [home.home] }).total };
  } finally {
    catalog.close();
  }
}

test('a new catalog is nobody’s business but its owner’s, and is found again as it was left', async () => {
  expect(await open()).toEqual({ rebuilt: undefined, hits: 1 });
  if (process.platform !== 'win32') expect(statSync(home.catalogFile).mode & 0o777).toBe(0o600);
  expect(await open()).toEqual({ rebuilt: undefined, hits: 1 });
});

test.runIf(process.platform !== 'win32')('nor are the files beside it while it is open', async () => {
  for (const file of [home.catalogFile, `${home.catalogFile}-2`]) {
    // In the place of the second stands what is none: it is made anew.
    if (file !== home.catalogFile)
      writeFileSync(file, 'not a database, but longer than the head of one '.repeat(40));
    const catalog = new Catalog(file);
    await catalog.sync({ homes: [home.home] });
    const open = ['', '-wal', '-shm'].map((end) => (statSync(`${file}${end}`).mode & 0o777).toString(8));
    catalog.close();
    expect(open).toEqual(['600', '600', '600']);
  }
});

test('a catalog of another version is built anew with a word', async () => {
  await open();
  const database = loadDriver()(home.catalogFile);
  database.exec('pragma user_version = 0; drop table session; create table old_thing (x)');
  database.close();
  expect(await open()).toEqual({ rebuilt: expect.stringContaining('older clew'), hits: 1 });
  const newer = loadDriver()(home.catalogFile);
  newer.exec('pragma user_version = 9999');
  newer.close();
  expect(await open()).toEqual({ rebuilt: expect.stringContaining('newer clew'), hits: 1 });
  expect(await open()).toEqual({ rebuilt: undefined, hits: 1 });
});

test('a damaged catalog is built anew with a word, where the damage meets a sync', async () => {
  await open();
  // What is still in the journal would hide the damage.
  const journal = loadDriver()(home.catalogFile);
  journal.prepare('pragma wal_checkpoint(truncate)').all();
  journal.close();
  const whole = readFileSync(home.catalogFile);
  for (const [from, to] of [
    [100, 4000],
    [4096, whole.length],
  ] as const) {
    const broken = Buffer.from(whole);
    broken.fill(0xa5, from, to);
    // As a new file: connections of this process that were not collected yet hold on to the old one.
    for (const end of ['', '-wal', '-shm']) rmSync(`${home.catalogFile}${end}`, { force: true });
    writeFileSync(home.catalogFile, broken);
    const { rebuilt, hits } = await open();
    expect({ rebuilt, hits }, `${from}`).toEqual({ rebuilt: expect.stringContaining('damaged'), hits: 1 });
  }
});

test('damage that only a search meets is refused with what helps, and that helps', async () => {
  await open();
  const journal = loadDriver()(home.catalogFile);
  journal.prepare('pragma wal_checkpoint(truncate)').all();
  const page = Number(
    journal.prepare(`select rootpage from sqlite_schema where name = 'doc_text_data'`).get()?.rootpage,
  );
  journal.close();
  const broken = readFileSync(home.catalogFile);
  broken.fill(0xa5, (page - 1) * 4096, page * 4096);
  for (const end of ['', '-wal', '-shm']) rmSync(`${home.catalogFile}${end}`, { force: true });
  writeFileSync(home.catalogFile, broken);
  const catalog = new Catalog(home.catalogFile);
  const find = () => catalog.search('lamp', { homes: [home.home] }).total;
  expect(find).toThrow(
    expect.objectContaining({ code: 'catalog-damaged', hint: expect.stringContaining('--rebuild') }),
  );
  await catalog.rebuild();
  await catalog.sync({ homes: [home.home] });
  expect(find()).toBe(1);
  catalog.close();
});

test('a file that is no catalog is set aside, not destroyed', async () => {
  writeFileSync(
    home.catalogFile,
    'my diary, of more than a few bytes, which someone would miss very much indeed',
  );
  expect(await open()).toEqual({ rebuilt: expect.stringContaining('not made by clew'), hits: 1 });
  expect(readFileSync(`${home.catalogFile}.foreign`, 'utf8')).toContain('my diary');
  const [name] = readdirSync(dirname(home.catalogFile)).filter((one) => one.endsWith('.foreign'));
  expect(name).toBe('catalog.db.foreign');
});

test('a database of another program is set aside, not destroyed', async () => {
  const other = loadDriver()(home.catalogFile);
  other.exec('create table diary (day, words)');
  other.exec(`insert into diary values (1, 'dear')`);
  other.close();
  expect(await open()).toEqual({ rebuilt: expect.stringContaining('not made by clew'), hits: 1 });
  const kept = loadDriver()(`${home.catalogFile}.foreign`);
  expect(kept.prepare('select words from diary').all()).toMatchObject([{ words: 'dear' }]);
  kept.close();
});

test('a folder that cannot be made is refused with what helps', () => {
  writeFileSync(`${home.folder}/file`, '');
  expect(() => openDatabase(`${home.folder}/file/catalog.db`)).toThrow(
    expect.objectContaining({
      code: 'catalog-no-folder',
      hint: expect.stringMatching(/CLEW_DATA_DIR.*--no-catalog/),
    }),
  );
});

test.skipIf(process.platform === 'win32' || process.getuid?.() === 0)(
  'a folder that is read-only is refused with what helps',
  () => {
    chmodSync(dirname(home.catalogFile), 0o500);
    expect(() => openDatabase(home.catalogFile)).toThrow(expect.objectContaining({ name: 'Refusal' }));
    chmodSync(dirname(home.catalogFile), 0o700);
  },
);

test('a full disk in the middle of a sync is a refusal, and what was there before still answers', async () => {
  await open();
  const catalog = new Catalog(home.catalogFile);
  // The limit stands for the disk: the database may not grow by another page.
  const limit = loadDriver()(home.catalogFile);
  const pages = Number(Object.values(limit.prepare('pragma page_count').get() ?? {})[0]);
  limit.close();
  home.put('-home-dev-api/22222222-bbbb.jsonl', [prompt('oil '.repeat(20_000)), prompt(words(40_000), 2)]);
  catalog.limitPages(pages);
  await expect(catalog.sync({ homes: [home.home] })).rejects.toMatchObject({
    code: 'catalog-disk-full',
    message: expect.stringContaining('the disk is full'),
  });
  expect(catalog.search('lamp', { homes: [home.home] }).total).toBe(1);
  catalog.limitPages(1_000_000);
  await catalog.sync({ homes: [home.home] });
  expect(catalog.search('oil', { homes: [home.home] }).total).toBe(1);
  catalog.close();
});

function words(count: number): string {
  return Array.from({ length: count }, (_, i) => `w${(i * 7919).toString(36)}`).join(' ');
}

test('what SQLite says of a disk becomes a sentence; what it says of our mistakes does not', () => {
  const error = (code: string) => Object.assign(new Error('x'), { code });
  for (const code of ['SQLITE_FULL', 'SQLITE_READONLY_DIRECTORY', 'SQLITE_IOERR_WRITE', 'SQLITE_BUSY']) {
    expect(catalogRefusal('/data/catalog.db', error(code))).toMatchObject({
      name: 'Refusal',
      message: expect.stringMatching(/^The catalog “\/data\/catalog.db” .*\.$/),
    });
  }
  expect(catalogRefusal('/x', error('SQLITE_CONSTRAINT'))).not.toMatchObject({ name: 'Refusal' });
});

test('a catalog in memory leaves nothing behind', async () => {
  const catalog = new Catalog(':memory:');
  await catalog.sync({ homes: [home.home] });
  expect(catalog.search('lamp', { homes: [home.home] }).hits).toMatchObject([{ snippet: 'A lamp' }]);
  catalog.close();
  expect(existsSync(':memory:')).toBe(false);
});
