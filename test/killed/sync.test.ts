// Kills a process that syncs at random moments, several times over the same catalog, and looks at what it left; and lets two sync at once.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  appendFileSync,
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { contentOf } from '../../src/catalog/catalog.fixture.ts';
import { Catalog } from '../../src/catalog/catalog.ts';
import { openDatabase } from '../../src/catalog/open-database.ts';
import { forgeHome } from '../../src/forge/forge-home.ts';
import { compileChild } from './compile-child.ts';

/** How often the sync is killed; `CLEW_KILLS=100` looks closer. */
const KILLS = Number(process.env.CLEW_KILLS ?? 5);

let folder: string;
let home: string;

beforeAll(async () => {
  folder = await compileChild(
    ['catalog/catalog.ts', 'catalog/sync/read-worker.ts', 'catalog/scan/scan-worker.ts'],
    CHILD,
  );
  // The child's packages are those of the project.
  symlinkSync(join(import.meta.dirname, '../../node_modules'), join(folder, 'node_modules'), 'junction');
  home = join(folder, 'home');
  for (const { path, chunks } of forgeHome({ seed: 'killed', sessions: 16, bytes: 6_500_000 })) {
    mkdirSync(dirname(join(home, path)), { recursive: true });
    writeFileSync(join(home, path), Buffer.concat([...chunks]));
  }
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const CHILD = `
import { Catalog } from './catalog/catalog.js';
const [file, home] = process.argv.slice(2);
const catalog = new Catalog(file);
process.stdout.write('ready');
await catalog.sync({ homes: [home] });
catalog.close();
`;

function startSync(file: string, of: string): ReturnType<typeof spawn> {
  return spawn(process.execPath, [join(folder, 'child.js'), file, of], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}

async function freshContent(file: string, of: string): Promise<ReturnType<typeof contentOf>> {
  const fresh = new Catalog(file);
  await fresh.sync({ homes: [of] });
  const content = contentOf(fresh);
  fresh.close();
  return content;
}

test.skipIf(process.platform === 'win32')(
  'a sync killed at any moment leaves a whole catalog that the next one completes',
  async () => {
    const expected = await freshContent(join(folder, 'fresh.db'), home);
    // How long a whole one takes here and now: a fixed time would always come too late, or too early on a busy machine.
    const started = performance.now();
    await once(startSync(join(folder, 'whole.db'), home), 'exit');
    const whole = performance.now() - started;
    let halfway = 0;
    let file = '';
    for (let kill = 0; kill < KILLS || (kill < 4 * KILLS && halfway === 0); kill++) {
      // Three kills on the same catalog: what one left half done, the next one goes on with.
      if (kill % 3 === 0) file = join(folder, `killed-${kill}.db`);
      const child = startSync(file, home);
      // From now on: a quick sync may end before it is killed.
      const gone = once(child, 'exit');
      await once(child.stdout as NodeJS.ReadableStream, 'data');
      await setTimeout(Math.random() * whole);
      child.kill('SIGKILL');
      await gone;
      const catalog = new Catalog(file);
      expect(catalog.rebuilt).toBeUndefined();
      expect(checkOf(file)).toEqual(['ok']);
      const texts = catalog.countTexts([home]);
      if (texts > 0 && texts < expected.docs.length) halfway++;
      if (kill % 3 === 2 || kill === KILLS - 1) {
        await catalog.sync({ homes: [home] });
        expect(contentOf(catalog)).toEqual(expected);
      }
      catalog.close();
    }
    // Otherwise no kill came in the middle of a sync, and nothing was tested.
    expect(halfway).toBeGreaterThan(0);
  },
  120_000 + KILLS * 30_000,
);

test.skipIf(process.platform === 'win32')(
  'two syncs at once, with a reader beside them and a client that writes on, end in one right catalog',
  async () => {
    const live = join(folder, 'live');
    cpSync(home, live, { recursive: true });
    const file = join(folder, 'two.db');
    new Catalog(file).close();
    const children = [startSync(file, live), startSync(file, live)];
    const ends = children.map((child) => once(child, 'exit'));
    const done = Promise.all(ends).then(() => true);
    const reader = new Catalog(file);
    const target = join(live, 'projects', firstSession(live));
    let reads = 0;
    for (let n = 0; ; n++) {
      if ((await Promise.race([done, setTimeout(15)])) === true) break;
      // A reader sees what was committed last, and never an error.
      reader.search('the', { homes: [live], most: 5 });
      reader.listSessions({ homes: [live] });
      reads++;
      const line = { type: 'user', uuid: `x${n}`, message: { content: `live line number ${n}` } };
      appendFileSync(target, `${JSON.stringify(line)}\n`);
    }
    expect((await Promise.all(ends)).map(([code]) => code)).toEqual([0, 0]);
    expect(reads).toBeGreaterThan(3);
    await reader.sync({ homes: [live] });
    expect(contentOf(reader)).toEqual(await freshContent(join(folder, 'two-fresh.db'), live));
    reader.close();
  },
  300_000,
);

function checkOf(file: string): unknown[] {
  const { database } = openDatabase(file);
  const found = database.prepare('pragma integrity_check').all();
  database.close();
  return found.map((row) => row.integrity_check);
}

function firstSession(of: string): string {
  const name = readdirSync(join(of, 'projects'), { recursive: true, encoding: 'utf8' }).find(
    (one) =>
      one.endsWith('.jsonl') &&
      !one.includes('agent-') &&
      readFileSync(join(of, 'projects', one)).at(-1) === 10,
  );
  return name as string;
}
