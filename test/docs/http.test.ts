// The requests that docs/http.md shows are answered, and it tells every route that there is.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { plantHome, removeFolders, serveHome } from '../server/home.fixture.ts';
import { readBlocks } from './read-commands.ts';

afterAll(removeFolders);

const text = readFileSync(join(import.meta.dirname, '../../docs/http.md'), 'utf8');

test('each request of docs/http.md is answered as it says', async () => {
  const asked = readBlocks('docs/http.md', text)
    .flat()
    .flatMap((command) => /^curl \S*?:4664(\/api\/\S+)$/.exec(command.text)?.[1] ?? []);
  expect(asked.length).toBeGreaterThan(1);
  const { home, sessions } = plantHome([['parallel-tools', 'compaction']]);
  const server = await serveHome(home);
  for (const path of asked)
    expect(await server.get(path.replace('3f9c21ab', sessions[0]?.sessionId ?? ''))).toBeTypeOf('object');
  await server.close();
});

test('docs/http.md tells every route, and none that is not there', async () => {
  const { home } = plantHome([[]]);
  const server = await serveHome(home);
  const routes = server.app.routes.filter(({ method, path }) => method !== 'ALL' && path !== '/*');
  await server.close();
  expect(routes.length).toBeGreaterThan(40);
  expect(toldRoutes()).toEqual([...new Set(routes.map(({ method, path }) => `${method} ${path}`))].sort());
});

/** `POST /a/plan`, `…/b` is short for a route beside the first; `PUT`, `DELETE /a` for two of the same path. */
function toldRoutes(): string[] {
  const cells = [...text.matchAll(/^\| (`(?:GET|POST|PUT|DELETE)\b.*?) \|/gm)].map(([, cell = '']) => cell);
  const told = cells.flatMap((cell) => {
    const [first = '', ...more] = [...cell.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code);
    if (/^[A-Z]+$/.test(first)) return [`${first} ${more[0]?.split(' ')[1]}`, ...more];
    const beside = first.replace(/\/[^/]+$/, '').replace(/\/compress$/, '');
    return [first, ...more.map((one) => one.replace(/^…/, beside))];
  });
  return [...told, 'GET /api/events'].map((route) => route.replace(/\?.*$/, '')).sort();
}

test('a search takes what docs/http.md names, and nothing else', async () => {
  const { home } = plantHome([[]]);
  const server = await serveHome(home, { catalog: true });
  const named = /As parameters: (.*?);/.exec(text)?.[1] ?? '';
  const words = [...named.matchAll(/`(\w+)`/g)].map(([, name = '']) => name);
  expect(words).toContain('kinds');
  const values: Readonly<Record<string, string>> = { kinds: 'prompt', tool: 'Bash', model: 'opus' };
  for (const name of words) await server.get(`/api/search?q=a&${name}=${values[name] ?? 1}`);
  await server.get('/api/search?q=a&kind=prompt', 400);
  await server.close();
});
