import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { makeFolder, removeFolders, serveHome } from './home.fixture.ts';

afterAll(removeFolders);

const root = join(import.meta.dirname, '..', '..');

test('the routes that are served are those of the types, and each is in docs/http.md', async () => {
  const server = await serveHome(makeFolder());
  const served = server.app.routes
    .filter(({ method, path }) => method !== 'ALL' && path.startsWith('/api/'))
    .map(({ method, path }) => `${method} ${path}`);
  const typed = [
    ...readFileSync(join(root, 'src/server/api.ts'), 'utf8').matchAll(/'((?:GET|POST|PUT|DELETE) [^']+)':/g),
  ];
  expect(new Set(served)).toEqual(new Set(typed.map(([, route]) => route)));
  const docs = readFileSync(join(root, 'docs/http.md'), 'utf8');
  for (const route of served) {
    const last = route.split('/').at(-1) ?? '';
    const path = route.slice(route.indexOf(' ') + 1);
    expect([route, docs.includes(path) || docs.includes(`…/${last}`)]).toEqual([route, true]);
  }
  await server.close();
});
