// A page found by blocks is the page that a look at every row finds, and its counts are theirs.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { answer, contentOf, prompt, TestHome } from '../catalog.fixture.ts';
import { Catalog } from '../catalog.ts';
import { type OpenedDatabase, openDatabase } from '../open-database.ts';
import { groupByBlock } from './find-page.ts';
import { type MatchedRow, type MatchOptions, matchPage, matchRows } from './match-rows.ts';
import { parseQuery } from './parse-query.ts';

const LONG = '-home-dev-api/11111111-aaaa.jsonl';
const MIXED = '-home-dev-api/33333333-aaaa.jsonl';
const TIMELESS = '-home-dev-api/22222222-aaaa.jsonl';
let home: TestHome;
let catalog: Catalog;
let database: OpenedDatabase['database'];

beforeAll(async () => {
  home = new TestHome();
  home.forge(5, 6);
  const sync = () => catalog.sync({ homes: [home.home] });
  // More than a block holds, in one go; and two that grow by turns, one of them without times.
  home.put(
    LONG,
    Array.from({ length: 1100 }, (_, n) => prompt(`lamp ${n % 7} of the test`, n % 60)),
  );
  home.put(
    MIXED,
    Array.from({ length: 60 }, (_, n) => prompt(`lamp ${n} of an agent`, n, { isSidechain: n % 3 > 0 })),
  );
  home.put(TIMELESS, [prompt('a lamp without a time', 1, { timestamp: undefined })]);
  catalog = new Catalog(home.catalogFile);
  await sync();
  for (let n = 0; n < 4; n++) {
    home.append(LONG, [answer(`another lamp ${n}`, n), prompt(`and the lamp test ${n}`, n)]);
    await sync();
    home.append(TIMELESS, [answer(`a lamp of ${n}`, n, n % 2 ? {} : { timestamp: undefined })]);
    await sync();
  }
  // Half a line, which is read again.
  home.append(LONG, JSON.stringify(prompt('half a lamp', 59)));
  await sync();
  home.append(LONG, '\n');
  await sync();
  database = openDatabase(home.catalogFile).database;
});
afterAll(() => {
  database.close();
  catalog.close();
  home.remove();
});

const AT = Date.parse('2026-01-01T10:30:00.000Z');
const FILTERS: Readonly<Record<string, Partial<MatchOptions>>> = {
  'no filter': {},
  'since a time': { since: AT },
  'until a time': { until: AT },
  'between two times': { since: AT, until: AT + 600_000 },
  'since a time that never comes': { since: Date.UTC(2100, 0, 1) },
  'one role': { roles: ['assistant'] },
  'one kind since a time': { kinds: ['prompt'], since: AT },
  'one session': { session: '11111111' },
  'one project until a time': { project: 'api', until: AT },
  'no agents': { agent: 'none' },
  'agents only': { agent: 'all' },
  'one agent': { agent: 'sidechain' },
  'two roles but of no agent': { roles: ['user', 'assistant'], agent: 'none' },
  'one role, of a branch, until a time': { roles: ['user'], branch: 'main', until: AT },
  'two kinds, of two tools': { kinds: ['tool-input', 'tool-result'], tools: ['Bash', 'Read'] },
};

function placeOf({ file, line, part, time }: MatchedRow): string {
  return `${time} ${file}:${line}:${part}`;
}

test.each(Object.keys(FILTERS))('%s', (name) => {
  let seen = 0;
  for (const words of ['lamp', '"the test"', 'lamp -test', 'te*']) {
    const query = parseQuery(words);
    const options: MatchOptions = { homes: [home.home], ...FILTERS[name] };
    const all = matchRows(database, query, options);
    const page = (offset: number, most?: number) => matchPage(database, query, { ...options, offset, most });
    seen += all.length;
    expect(page(0).rows.map(placeOf), words).toEqual(all.map(placeOf));
    const sessions = new Set(all.map((row) => row.sessionId ?? row.file)).size;
    for (const offset of [0, 7, 1000, Math.max(0, all.length - 3)]) {
      const { rows, ...count } = page(offset, 20);
      expect(count).toEqual({ total: all.length, sessions });
      // Of the same time, files may come in another order than their names.
      expect(rows.map(({ time }) => time)).toEqual(all.slice(offset, offset + 20).map(({ time }) => time));
    }
    const pages = [0, 40, 80].flatMap((offset) => page(offset, 40).rows.map(placeOf));
    expect(new Set(pages).size).toBe(Math.min(120, all.length));
  }
  if (!name.includes('never')) expect(seen).toBeGreaterThan(20);
});

test('a file that grows by turns with another stays in its blocks, and blocks tell the truth', () => {
  expect(contentOf(catalog)).toMatchObject({ astray: [], integrity: [{ integrity_check: 'ok' }] });
});

test('numbers are put into their blocks, in whatever order they come', () => {
  const blocks = [
    [0, [3, 5, 1023]],
    [1, [1024]],
    [7, [7170, 7171]],
  ] as const;
  expect([...groupByBlock([3, 5, 1023, 1024, 7170, 7171])]).toEqual(blocks);
  expect([...groupByBlock([7171, 7170, 3, 1024, 1023, 5])]).toEqual(blocks);
  expect([...groupByBlock([5, 3, 1023, 1024, 7170, 7171])]).toEqual(blocks);
  expect([...groupByBlock([])]).toEqual([]);
});
