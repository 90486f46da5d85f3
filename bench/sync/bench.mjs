// How long does the first sync take against a bare JSON.parse of the same bytes, and what does it cost to keep up?
import { appendFileSync } from 'node:fs';
import { Catalog } from '../../dist/catalog/index.js';
import { forgedHome, nameOfSize } from '../forged-home.mjs';
import { compare, median, printRows } from '../measure.mjs';
import { crowdedHome, logFiles, newCatalog, parseAll, sessionHome } from '../session-home.mjs';

export async function bench({ full = false } = {}) {
  const home = sessionHome();
  const rows = await measureFirst(home, 'all sessions', 5);
  const large = full ? await measureFirst(forgedHome(1e9), nameOfSize(1e9), 3) : [];
  const noop = await measureNoop();
  const append = await measureAppend(home);
  console.log(`  sync of 5,000 files, nothing new    ${noop.toFixed(0).padStart(6)} ms`);
  console.log(`  one appended line searchable within ${append.toFixed(0).padStart(6)} ms`);
  const first = [...rows, ...large].filter(({ name }) => name.includes('texts and digests'));
  return {
    question: 'sync',
    rows: [
      ...rows,
      ...large,
      { name: 'nothing new in 5,000 files', ms: noop },
      { name: 'one appended line', ms: append },
    ],
    goal: 'first sync ≤ 6 × JSON.parse; nothing new in 5,000 files < 150 ms; an appended line within 100 ms',
    holds: first.every(({ ratio }) => ratio <= 6) && noop < 150 && append < 100,
  };
}

async function measureFirst(home, title, runs) {
  const sync = async (name, parts) => {
    const catalog = new Catalog(newCatalog(name));
    await catalog.sync({ homes: [home], ...parts });
    catalog.close();
  };
  const rows = await compare(
    {
      [`${title}: JSON.parse of every line`]: withCpu(() => parseAll(home)),
      [`${title}: first sync, texts and digests`]: withCpu(() => sync('sync')),
      [`${title}: first sync, digests alone`]: withCpu(() => sync('sync-digests', { parts: ['digests'] })),
    },
    { runs },
  );
  printRows(`Sync of ${title}`, rows);
  return rows;
}

/** CPU time of all threads: on a busy machine it tells more than the clock. */
function withCpu(run) {
  return async () => {
    const before = process.cpuUsage();
    await run();
    const { user, system } = process.cpuUsage(before);
    return { cpu: (user + system) / 1000 };
  };
}

async function measureNoop() {
  const home = crowdedHome();
  const catalog = new Catalog(newCatalog('sync-crowded'));
  await catalog.sync({ homes: [home] });
  const times = [];
  for (let run = 0; run < 12; run++) {
    const { tookMs, read } = await catalog.sync({ homes: [home] });
    if (read > 0) throw new Error('the second sync read something');
    if (run > 0) times.push(tookMs);
  }
  catalog.close();
  return median(times);
}

async function measureAppend(home) {
  const catalog = new Catalog(newCatalog('sync-append'));
  await catalog.sync({ homes: [home] });
  const [file] = logFiles(home).filter((name) => !name.includes('agent-'));
  const times = [];
  for (let run = 0; run < 12; run++) {
    const word = `appended${run}x${Date.now()}`;
    const line = { type: 'user', uuid: word, message: { role: 'user', content: `a new ${word}` } };
    const start = performance.now();
    appendFileSync(file, `${JSON.stringify(line)}\n`);
    await catalog.sync({ homes: [home], parts: ['texts'] });
    if (catalog.search(word, { homes: [home] }).total !== 1) throw new Error('the line was not found');
    if (run > 0) times.push(performance.now() - start);
  }
  catalog.close();
  return median(times);
}
