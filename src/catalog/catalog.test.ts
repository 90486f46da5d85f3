// What a sync does with files that come, grow, change, move and go: after each step the catalog equals one built anew.
import { renameSync, rmSync, statSync, truncateSync, utimesSync, writeFileSync } from 'node:fs';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { listSessions } from '../load/list-sessions.ts';
import { answer, contentOf, prompt, TestHome } from './catalog.fixture.ts';
import { Catalog } from './catalog.ts';
import { listFromCatalog } from './list-from-catalog.ts';

let home: TestHome;
let catalog: Catalog;
const FILE = '-home-dev-api/11111111-aaaa.jsonl';

beforeEach(() => {
  home = new TestHome();
  catalog = new Catalog(home.catalogFile);
});
afterEach(() => {
  catalog.close();
  home.remove();
});

const sync = () => catalog.sync({ homes: [home.home] });
const find = (query: string) => catalog.search(query, { homes: [home.home] }).hits;

/** The catalog after many syncs must be what one sync of a new catalog makes. */
async function expectAsBuiltAnew(): Promise<void> {
  const fresh = new Catalog(`${home.catalogFile}-fresh`);
  await fresh.sync({ homes: [home.home] });
  try {
    expect(contentOf(catalog)).toEqual(contentOf(fresh));
    expect(contentOf(catalog)).toMatchObject({ integrity: [{ integrity_check: 'ok' }] });
  } finally {
    fresh.close();
    for (const end of ['', '-wal', '-shm']) rmSync(`${home.catalogFile}-fresh${end}`, { force: true });
  }
}

test('a second sync reads nothing', async () => {
  home.forge(1, 6);
  expect((await sync()).read).toBeGreaterThan(5);
  expect(await sync()).toMatchObject({ read: 0, bytes: 0, gone: 0, moved: 0 });
});

test('only what was appended is read, and a result finds the call of an earlier sync', async () => {
  const call = { type: 'tool_use', id: 't1', name: 'Bash', input: { command: 'ls lamps' } };
  home.put(FILE, [
    prompt('Where are the lamps?'),
    answer('', 1, { message: { id: 'm1', role: 'assistant', content: [call] } }),
  ]);
  await sync();
  const before = statSync(home.path(FILE)).size;
  const result = { type: 'tool_result', tool_use_id: 't1', content: 'red.lamp blue.lamp' };
  home.append(FILE, [prompt('', 2, { message: { role: 'user', content: [result] } })]);
  const report = await catalog.sync({ homes: [home.home], parts: ['texts'] });
  expect(report).toMatchObject({ read: 1, bytes: statSync(home.path(FILE)).size - before });
  expect(find('"red lamp"')).toMatchObject([{ kind: 'tool-result', tool: 'Bash', line: 3, role: 'tool' }]);
  await sync();
  await expectAsBuiltAnew();
});

test('[L1] half a last line waits; a whole one without its newline is found, and read again when more comes', async () => {
  home.put(FILE, [prompt('A first lamp')]);
  const line = JSON.stringify(answer('A second lamp', 1));
  home.append(FILE, line.slice(0, 40));
  await sync();
  expect(find('lamp')).toHaveLength(1);
  home.append(FILE, line.slice(40));
  await sync();
  expect(find('lamp')).toHaveLength(2);
  await expectAsBuiltAnew();
  home.append(FILE, `\n${JSON.stringify(prompt('A third lamp', 2))}\n`);
  await sync();
  expect(find('lamp').map((hit) => hit.line)).toEqual([3, 2, 1]);
  await expectAsBuiltAnew();
});

test('[L1] both halves of a line that a client joined are found', async () => {
  home.put(FILE, `${JSON.stringify(prompt('A first lamp'))}${JSON.stringify(answer('A second lamp'))}\n`);
  await sync();
  expect(find('lamp').map(({ line, part }) => [line, part])).toEqual([
    [1, 1],
    [1, 0],
  ]);
});

test('a file that was rewritten, cut, or changed in the middle is read anew', async () => {
  home.put(FILE, [prompt('An old lamp'), answer('with oil'), prompt('and more', 2)]);
  await sync();
  home.put(FILE, [prompt('A new lamp'), answer('with oil'), prompt('and more', 2), answer('ok', 2)]);
  await sync();
  expect([find('old'), find('new')].map((hits) => hits.length)).toEqual([0, 1]);
  await expectAsBuiltAnew();
  truncateSync(home.path(FILE), 10);
  await sync();
  expect(find('lamp')).toEqual([]);
  await expectAsBuiltAnew();
  home.put(FILE, [prompt('One'), answer('a red lamp'), prompt('Two', 2)]);
  await sync();
  home.put(FILE, [prompt('One'), answer('a tan lamp'), prompt('Two', 2)]);
  await sync();
  expect([find('red'), find('tan')].map((hits) => hits.length)).toEqual([0, 1]);
  await expectAsBuiltAnew();
});

test('a file that another replaced by renaming is read anew, however alike its ends are', async () => {
  home.put(FILE, [prompt('One'), answer('a red lamp'), prompt('Two', 2)]);
  await sync();
  home.put('-home-dev-api/new', [prompt('One'), answer('a tan lamp'), prompt('Two', 2), answer('x', 2)]);
  renameSync(home.path('-home-dev-api/new'), home.path(FILE));
  await sync();
  expect([find('red'), find('tan')].map((hits) => hits.length)).toEqual([0, 1]);
  await expectAsBuiltAnew();
});

test('a moved file keeps its texts and gets its new names', async () => {
  home.put(FILE, [prompt('A lamp'), answer('Yes')]);
  await sync();
  const target = '-home-dev-web/22222222-bbbb.jsonl';
  home.put('-home-dev-web/other.jsonl', [prompt('Other', 1, { cwd: '/home/dev/web' })]);
  renameSync(home.path(FILE), home.path(target));
  expect(await sync()).toMatchObject({ moved: 1, gone: 0 });
  expect(find('lamp')).toMatchObject([{ sessionId: '22222222-bbbb', file: home.path(target) }]);
  await expectAsBuiltAnew();
});

test('a deleted file goes; after --keep it stays as history, and comes back when the file does', async () => {
  const other = '-home-dev-api/22222222-bbbb.jsonl';
  home.put(FILE, [prompt('A lamp')]);
  home.put(other, [prompt('A lantern')]);
  await sync();
  rmSync(home.path(FILE));
  expect(await sync()).toMatchObject({ gone: 1, kept: false });
  expect(find('lamp')).toEqual([]);
  await expectAsBuiltAnew();

  await catalog.keepHistory(true);
  rmSync(home.path(other));
  expect(await sync()).toMatchObject({ gone: 1, kept: true });
  expect(find('lantern')).toMatchObject([{ gone: true, snippet: '', line: 1 }]);
  const list = (gone: boolean) => catalog.listSessions({ homes: [home.home], gone }).sessions;
  expect(list(false)).toEqual([]);
  expect(list(true)).toMatchObject([{ title: 'A lantern', gone: expect.any(Number) }]);
  expect(catalog.listSessions({ homes: [home.home] }).found).toBe(0);

  home.put(other, [prompt('A lantern'), answer('lit')]);
  await sync();
  expect(find('lantern')).toMatchObject([{ gone: false, snippet: 'A lantern' }]);
  rmSync(home.path(other));
  await sync();
  await catalog.forgetHistory();
  expect(find('lantern')).toEqual([]);
});

test('files of another home are not touched', async () => {
  const other = new TestHome();
  try {
    home.put(FILE, [prompt('A lamp')]);
    other.put(FILE, [prompt('A lamp elsewhere')]);
    await catalog.sync({ homes: [home.home, other.home] });
    expect(catalog.search('lamp', { homes: [home.home, other.home] }).total).toBe(2);
    rmSync(home.path(FILE));
    await sync();
    expect(catalog.search('lamp', { homes: [home.home, other.home] }).total).toBe(1);
    expect(find('lamp')).toEqual([]);
  } finally {
    other.remove();
  }
});

test('a new agent, a new title beside the session and an agent inside the file show in the list', async () => {
  home.put(FILE, [prompt('A lamp'), answer('Yes')]);
  await sync();
  const row = () => catalog.sessionRow([home.home], { sessionId: '11111111-aaaa' });
  expect(row()).toMatchObject({ agents: 0, title: 'A lamp', turns: 1, contextTokens: 100 });
  const agent = `${FILE.slice(0, -6)}/subagents/agent-a1.jsonl`;
  home.put(agent, [prompt('Look for oil', 1, { isSidechain: true, agentId: 'a1' })]);
  await sync();
  expect(row()).toMatchObject({ agents: 1 });
  expect(find('oil')).toMatchObject([{ agent: 'a1', sessionId: '11111111-aaaa', ownFile: true }]);
  home.put(`${FILE.slice(0, -6)}/custom-title.json`, '{"customTitle":"Lamps"}');
  await sync();
  expect(row()).toMatchObject({ title: 'Lamps', titleSource: 'custom-title' });
  writeFileSync(home.path(`${FILE.slice(0, -6)}/custom-title.json`), '{"customTitle":"More lamps"}');
  await sync();
  expect(row()).toMatchObject({ title: 'More lamps' });
  await expectAsBuiltAnew();
});

test('an empty file is nothing until it is written to [F4]', async () => {
  home.put(FILE, '');
  expect(await sync()).toMatchObject({ files: 0 });
  home.append(FILE, [prompt('A lamp')]);
  await sync();
  expect(find('lamp')).toHaveLength(1);
});

test('lists need no texts, and texts no lists: each is read when it is asked for', async () => {
  home.put(FILE, [prompt('A lamp')]);
  await catalog.sync({ homes: [home.home], parts: ['digests'] });
  expect(catalog.listSessions({ homes: [home.home] }).total).toBe(1);
  expect(find('lamp')).toEqual([]);
  expect(await catalog.sync({ homes: [home.home], parts: ['texts'] })).toMatchObject({ read: 1 });
  expect(find('lamp')).toHaveLength(1);
  expect(await sync()).toMatchObject({ read: 0 });
  await expectAsBuiltAnew();
});

test('the list from the catalog is the list from the files, in every order', async () => {
  home.forge(5, 12);
  home.put('-home-dev-web/44444444-dddd.jsonl', [{ type: 'file-history-snapshot', messageId: 'x' }]);
  home.put('-home-dev-web/55555555-eeee.jsonl', '');
  home.put('-home-dev-web/66666666-ffff/subagents/agent-x1.jsonl', [{ type: 'user', isSidechain: true }]);
  await catalog.sync({ homes: [home.home], parts: ['digests'] });
  const base = { homes: [home.home] };
  for (const options of [
    base,
    { ...base, all: true },
    { ...base, all: true, sort: 'size', most: 4 } as const,
    ...(['modified', 'created', 'size', 'turns', 'tokens', 'tools', 'title'] as const).flatMap((sort) => [
      { ...base, sort },
      { ...base, sort, reverse: true, most: 5 },
    ]),
    { ...base, project: 'harbor' },
    { ...base, project: '/home/dev/notes', most: 1 },
    { ...base, project: 'nothing' },
    { ...base, since: Date.UTC(2026, 0, 1), until: Date.UTC(2026, 5, 1) },
  ]) {
    const [ours, theirs] = [await listFromCatalog(catalog, options), await listSessions(options)];
    expect(ours.sessions, JSON.stringify(options)).toEqual(theirs.sessions);
    expect(ours.found).toBe(theirs.found);
  }
  expect((await listFromCatalog(catalog, base)).hidden).toBe((await listSessions(base)).hidden);
});

test('pages of a list put together are the list', async () => {
  home.forge(6, 9);
  await sync();
  const homes = [home.home];
  const whole = catalog.listSessions({ homes, sort: 'tokens' });
  const pages = [0, 4, 8].flatMap(
    (offset) => catalog.listSessions({ homes, sort: 'tokens', offset, most: 4 }).sessions,
  );
  expect(pages).toEqual(whole.sessions);
  expect(whole.total).toBe(whole.sessions.length);
});

test('the growth of the context has at most 60 points and keeps its peak and its end', async () => {
  const lines: object[] = [];
  for (let n = 1; n <= 200; n++) {
    lines.push(prompt(`Lamp ${n}`, n));
    const tokens = n === 77 ? 900_000 : n * 10;
    const usage = { input_tokens: tokens, output_tokens: 1 };
    lines.push(answer('lit', n, { message: { id: `m${n}`, model: 'x', content: [], usage } }));
  }
  home.put(FILE, lines);
  await sync();
  const growth = catalog.sessionRow([home.home], { file: home.path(FILE) })?.details.growth;
  expect(growth?.points).toHaveLength(60);
  expect(Math.max(...(growth?.points ?? []))).toBe(900_000);
  expect(growth?.points.at(-1)).toBe(2000);
});

test('a touched file is read again and says the same', async () => {
  home.put(FILE, [prompt('A lamp')]);
  await sync();
  utimesSync(home.path(FILE), 1, 1);
  expect(await sync()).toMatchObject({ read: 1 });
  expect(find('lamp')).toHaveLength(1);
  await expectAsBuiltAnew();
});

test('the turn of a hit is the one that clew show prints', async () => {
  home.put(FILE, [prompt('A lamp'), answer('lit'), prompt('More', 2), answer('an amber lamp', 2)]);
  await sync();
  expect(find('lamp').map(({ turn, line }) => [turn, line])).toEqual([
    [2, 4],
    [1, 1],
  ]);
});
