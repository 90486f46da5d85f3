import { afterEach, beforeEach, expect, test } from 'vitest';
import { answer, prompt, TestHome } from './catalog.fixture.ts';
import { Catalog } from './catalog.ts';
import { CatalogWatcher } from './watch-catalog.ts';

const FILE = '-home-dev-api/11111111-aaaa.jsonl';
let home: TestHome;
let catalog: Catalog;
beforeEach(() => {
  home = new TestHome();
  home.put(FILE, [prompt('A lamp')]);
  catalog = new Catalog(home.catalogFile);
});
afterEach(() => {
  catalog.close();
  home.remove();
});

test('what is written is told of at once, and found when the sync is told of', async () => {
  await catalog.sync({ homes: [home.home] });
  const changed: string[] = [];
  let synced: (() => void) | undefined;
  const watcher = new CatalogWatcher(catalog, {
    homes: [home.home],
    onChange: ({ file, kind }) => changed.push(`${kind} ${file}`),
    onSynced: () => synced?.(),
    onError: (error) => {
      throw error;
    },
  });
  await watcher.ready();
  const find = (query: string) => catalog.search(query, { homes: [home.home] }).total;
  const until = async (query: string): Promise<void> => {
    while (find(query) === 0) {
      await new Promise<void>((done) => {
        synced = done;
        setTimeout(done, 200).unref();
      });
    }
  };
  home.append(FILE, [answer('with oil')]);
  await until('oil');
  home.put('-home-dev-web/22222222-bbbb.jsonl', [prompt('A lantern')]);
  await until('lantern');
  await watcher.close();
  expect(changed).toContain(`changed ${home.path(FILE)}`);
  expect(changed).toContain(`added ${home.path('-home-dev-web/22222222-bbbb.jsonl')}`);
});
