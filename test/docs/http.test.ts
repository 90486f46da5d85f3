// The requests that docs/http.md shows are answered.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { plantHome, removeFolders, serveHome } from '../server/home.fixture.ts';
import { readBlocks } from './read-commands.ts';

afterAll(removeFolders);

test('each request of docs/http.md is answered as it says', async () => {
  const text = readFileSync(join(import.meta.dirname, '../../docs/http.md'), 'utf8');
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
