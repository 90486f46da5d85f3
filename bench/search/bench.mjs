// How fast is a search against ripgrep over the same files: a rare word from the warm catalog, and a pattern over the files? And how long do common words, phrases, prefixes and filters take?
import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Catalog } from '../../dist/catalog/index.js';
import { forgedHome, nameOfSize } from '../forged-home.mjs';
import { compare, NotMeasured, printRows } from '../measure.mjs';
import { runCommand, runProgram } from '../run-process.mjs';
import { newCatalog, sessionHome } from '../session-home.mjs';

const RARE = 'quaternion';
const PATTERN = 'ECONN[A-Z]+';
const MOST_MS = 15;

/** What a person may ask for, from a word that is nowhere to one that stands in every third text; most of them are found in forged homes, too. */
const QUERIES = [
  [RARE],
  ['deploy'],
  ['error'],
  ['function'],
  ['test'],
  ['the'],
  ['"out of memory"'],
  ['"the file"'],
  ['"of the"'],
  ['migrat*'],
  ['conf*'],
  ['retry timeout'],
  ['test error'],
  ['deploy -test'],
  ['lighthouse OR error'],
  ['error', { kinds: ['prompt'] }],
  ['error', { roles: ['assistant'] }],
  ['error', { branch: 'main' }],
  ['deploy', { tools: ['Bash'] }],
  ['conf*', { model: 'opus' }],
  ['deploy', { since: Date.UTC(2026, 0, 1) }],
  ['function', { agent: 'none' }],
  ['test', { project: 'work' }],
  ['"in the"', { roles: ['user'] }],
];

export async function bench({ quick = false, full = false } = {}) {
  if (spawnSync('rg', ['--version']).error) throw new NotMeasured('ripgrep (rg) is not there');
  const once = await compareHome(sessionHome(), 'all sessions', 'data-1');
  const size = full ? 1e9 : quick ? 20e6 : 100e6;
  const large = await compareHome(forgedHome(size), nameOfSize(size), `data-${size}`);
  const [rg, warm, , rgRegex, regex] = once.rows;
  return {
    question: 'search',
    rows: [
      { name: 'all sessions', rows: once.rows },
      { name: nameOfSize(size), rows: [...large.rows, ...large.queries] },
    ],
    goal: `a rare word, warm, in ≤ 0.5 × ripgrep; a pattern over the files in ≤ 3 × ripgrep; p95 of all kinds of queries < ${MOST_MS} ms in ${nameOfSize(size)}`,
    holds: warm.ms <= 0.5 * rg.ms && regex.ms <= 3 * rgRegex.ms && large.p95 < MOST_MS,
  };
}

async function compareHome(home, title, folder) {
  const data = join(tmpdir(), 'clew-bench-catalog', folder);
  mkdirSync(data, { recursive: true });
  const env = { CLEW_DATA_DIR: data };
  const catalog = new Catalog(newCatalog(join(folder, 'catalog')));
  try {
    await catalog.sync({ homes: [home] });
    const rg = (...words) => runProgram('rg', [...words, join(home, 'projects')], { allowed: [0, 1] });
    const clew = (...words) => runCommand(['search', ...words, '--home', home], { env });
    const rows = await compare(
      {
        'ripgrep, a rare word': () => rg('-i', RARE),
        'catalog, warm': async () => void catalog.search(RARE, { homes: [home], most: 20 }),
        'clew search, warm, with its start-up': () => clew(RARE),
        'ripgrep, a pattern': () => rg(PATTERN),
        'catalog, --regex over the files': async () =>
          void (await catalog.searchFiles(
            { kind: 'regex', text: PATTERN, ignoreCase: false },
            { homes: [home], most: 20 },
          )),
        'clew search --regex, with its start-up': () => clew('--regex', PATTERN),
      },
      { runs: 9 },
    );
    printRows(`Search of ${title}`, rows);
    return { rows, ...measureQueries(catalog, home, title) };
  } finally {
    catalog.close();
  }
}

function measureQueries(catalog, home, title) {
  const times = [];
  const queries = QUERIES.map(([query, filter = {}]) => {
    const own = [];
    let total = 0;
    for (let run = 0; run < 9; run++) {
      const start = performance.now();
      total = catalog.search(query, { homes: [home], most: 20, ...filter }).total;
      if (run > 0) own.push(performance.now() - start);
    }
    times.push(...own);
    const words = [query, ...Object.entries(filter).map(([name, value]) => `${name} ${value}`)].join(', ');
    return { name: `${words} (${total} hits)`, ms: own.sort((a, b) => a - b)[own.length >> 1] };
  });
  const p95 = times.sort((a, b) => a - b)[Math.floor(times.length * 0.95)];
  printRows(`Queries in ${title}, in process, p95 ${p95.toFixed(1)} ms`, queries);
  return { queries: [...queries, { name: 'p95 of all of them', ms: p95 }], p95 };
}
