// A sync beside another process that changes the same catalog.
import { utimesSync } from 'node:fs';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { answer, contentOf, prompt, TestHome } from '../catalog.fixture.ts';
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

test('a catalog that another process empties in the middle of a sync has everything again after the next one', async () => {
  const call = { type: 'tool_use', id: 't1', name: 'Bash', input: { command: 'ls' } };
  const result = { type: 'tool_result', tool_use_id: 't1', content: 'a red lamp' };
  for (const n of [1, 2, 3])
    home.put(`-home-dev-api/${n}1111111-aaaa.jsonl`, [
      prompt('Where are the lamps?', 1, { gitBranch: `branch-${n % 3}` }),
      answer('', 1, { message: { id: 'm1', role: 'assistant', content: [call] } }),
      prompt('', 2, { message: { role: 'user', content: [result] } }),
    ]);
  // Older than a moment, so that the next sync may take them as they were.
  for (const folder of ['', '-home-dev-api']) utimesSync(home.path(folder), 1_700_000_000, 1_700_000_000);
  const other = new Catalog(home.catalogFile);
  let emptied: Promise<void> | undefined;
  let answers = 0;
  await catalog.sync({
    homes: [home.home],
    onProgress: ({ filesDone }) => {
      if (filesDone !== 1) return;
      answers++;
      // Longer than a transaction may last: what comes next is committed at once.
      if (answers === 1) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 300);
      if (answers === 2) emptied = other.rebuild();
    },
  });
  await emptied;
  other.close();
  expect(catalog.countSessions([home.home])).toBeLessThan(3);
  await sync();
  const fresh = new Catalog(`${home.catalogFile}-fresh`);
  await fresh.sync({ homes: [home.home] });
  expect(contentOf(catalog)).toEqual(contentOf(fresh));
  fresh.close();
});
