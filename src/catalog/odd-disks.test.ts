// What a sync makes of a disk on which something is in the way: it never takes that for its own catalog being closed to it.
import { mkdirSync, rmSync, statSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { answer, prompt, TestHome } from './catalog.fixture.ts';
import { Catalog } from './catalog.ts';

let home: TestHome;
let catalog: Catalog;
const FILE = '-home-dev-api/11111111-aaaa.jsonl';
const LONG_AGO = new Date('2020-01-01');

beforeEach(() => {
  home = new TestHome();
  catalog = new Catalog(home.catalogFile);
});
afterEach(() => {
  catalog.close();
  home.remove();
});

/** Nothing tells that the folder was changed. */
function age(...folders: readonly string[]): void {
  for (const folder of folders) utimesSync(folder, LONG_AGO, LONG_AGO);
}

test('[F1] a known file that can no longer be looked at is a problem of the list, not of the catalog', async () => {
  const file = home.put(FILE, [prompt('a lamp'), answer('an oil lamp')]);
  const folders = [dirname(file), join(home.home, 'projects')];
  age(...folders);
  await catalog.sync({ homes: [home.home] });
  rmSync(file);
  // A link in a circle stands for a folder that is closed to us: root may look into those.
  symlinkSync(file, file);
  age(...folders);
  const report = await catalog.sync({ homes: [home.home] });
  expect(report.problems).toHaveLength(1);
});

test('[F3] a title that cannot be looked at is none', async () => {
  home.put(FILE, [prompt('a lamp'), answer('an oil lamp')]);
  const title = home.path('-home-dev-api/11111111-aaaa/custom-title.json');
  mkdirSync(dirname(title));
  symlinkSync(title, title);
  await catalog.sync({ homes: [home.home] });
  expect(catalog.listSessions({ homes: [home.home] }).sessions).toHaveLength(1);
});

test('[F4] an empty file is seen to be written to, also where another home is called almost alike', async () => {
  const longer = `${home.home}-2`;
  const file = join(longer, 'projects', '-work', '22222222-bbbb.jsonl');
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, '');
  const folders = [dirname(file), join(longer, 'projects'), join(home.home, 'projects')];
  age(file, ...folders);
  await catalog.sync({ homes: [home.home, longer] });
  await catalog.sync({ homes: [home.home] });
  writeFileSync(file, `${JSON.stringify(prompt('a lamp'))}\n`);
  expect(statSync(dirname(file)).mtimeMs).toBe(LONG_AGO.getTime());
  await catalog.sync({ homes: [longer] });
  expect(catalog.countSessions([longer])).toBe(1);
});
