// What a search says of its hits, and which of several alike sessions it looks into.
import { afterEach, beforeEach, expect, test } from 'vitest';
import { answer, prompt, TestHome } from '../catalog.fixture.ts';
import { Catalog } from '../catalog.ts';

let home: TestHome;
let catalog: Catalog;

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
const FILE = '-home-dev-api/11111111-aaaa.jsonl';

test('a result is of its tool although the call had no input, or stood behind another entry on its line', async () => {
  const call = (id: string, name: string) =>
    answer('', 1, { message: { role: 'assistant', content: [{ type: 'tool_use', id, name, input: {} }] } });
  const result = (id: string, content: string) =>
    prompt('', 2, {
      message: { role: 'user', content: [{ type: 'tool_result', tool_use_id: id, content }] },
    });
  const joined = [prompt('Which lamps?'), call('t2', 'ListShades')]
    .map((one) => JSON.stringify(one))
    .join('');
  home.put(FILE, `${JSON.stringify(call('t1', 'ListLamps'))}\n${joined}\n`);
  home.append(FILE, [result('t1', 'a red one'), result('t2', 'a green one')]);
  await sync();
  const found = [{ tool: 'ListLamps', line: 3 }];
  const behind = [{ tool: 'ListShades', line: 4 }];
  expect(find('red')).toMatchObject(found);
  expect(find('green')).toMatchObject(behind);
  const scan = (text: string) =>
    catalog.searchFiles({ kind: 'substring', text, ignoreCase: false }, { homes: [home.home] });
  expect((await scan('a red one')).hits).toMatchObject(found);
  expect((await scan('a green one')).hits).toMatchObject(behind);
});

test('a search in a project finds its sessions and their agents, also one left behind, but no copy elsewhere', async () => {
  const put = (folder: string, cwd: string, name: string) =>
    home.put(`${folder}/${name}.jsonl`, [prompt(`A lamp of ${folder} ${name}`, 1, { cwd })]);
  put('-home-dev-api', '/home/dev/api', 'one');
  put('-home-dev-api', '/home/dev/api', 'one/subagents/agent-a1');
  put('-home-dev-web', '/home/dev/web', 'one');
  put('-home-dev-web', '/home/dev/web', 'one/subagents/agent-a2');
  put('-home-dev-old', '/home/dev/old', 'one/subagents/agent-a3');
  await sync();
  const found = (project: string) => {
    const { hits } = catalog.search('lamp', { homes: [home.home], project });
    return hits.map(({ snippet }) => snippet).sort();
  };
  const left = 'A lamp of -home-dev-old one/subagents/agent-a3';
  expect(found('api')).toEqual([
    'A lamp of -home-dev-api one',
    'A lamp of -home-dev-api one/subagents/agent-a1',
    left,
  ]);
  expect(found('web')).toEqual([
    left,
    'A lamp of -home-dev-web one',
    'A lamp of -home-dev-web one/subagents/agent-a2',
  ]);
});

test('a title is of the time of the line before it, for words and for patterns', async () => {
  home.put(FILE, [
    { type: 'summary', summary: 'The first lamp', leafUuid: 'a1' },
    prompt('Where is it?', 1),
    { type: 'ai-title', aiTitle: 'A lost lamp', sessionId: 's' },
    { type: 'custom-title', customTitle: 'My lamp', sessionId: 's' },
    answer('Here.', 2),
  ]);
  await sync();
  const filter = { homes: [home.home], since: Date.UTC(2026, 0, 1) };
  const time = Date.UTC(2026, 0, 1, 10, 1);
  const expected = [4, 3].map((line) => ({ line, kind: 'title', time }));
  expect(catalog.search('lamp', filter)).toMatchObject({ total: 2, hits: expected });
  const pattern = { kind: 'regex', text: 'lamp', ignoreCase: false } as const;
  expect(await catalog.searchFiles(pattern, filter)).toMatchObject({ total: 2, hits: expected });
});
