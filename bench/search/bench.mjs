// How fast is a search against ripgrep over the same files: a rare word from the warm catalog, and a pattern over the files?
import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Catalog } from '../../dist/catalog/index.js';
import { compare, printRows } from '../measure.mjs';
import { newCatalog, sessionHome } from '../session-home.mjs';

const RARE = 'quaternion';
const PATTERN = 'ECONN[A-Z]+';

export async function bench({ full = false } = {}) {
  const once = await compareHome(1);
  // A home of a heavy user: here the whole command line can be compared, start-up and all.
  const many = full ? await compareHome(8) : undefined;
  const [rg, warm, , rgRegex, regex] = once;
  return {
    question: 'search',
    rows: [...once, ...(many ?? []).map((row) => ({ ...row, name: `8 ×: ${row.name}` }))],
    goal: 'a rare word, warm, in ≤ 0.5 × ripgrep; a pattern over the files in ≤ 3 × ripgrep',
    holds: warm.ms <= 0.5 * rg.ms && regex.ms <= 3 * rgRegex.ms,
  };
}

async function compareHome(times) {
  const home = sessionHome(times);
  const data = join(tmpdir(), 'clew-bench-catalog', `data-${times}`);
  mkdirSync(data, { recursive: true });
  const catalog = new Catalog(newCatalog(join(`data-${times}`, 'catalog')));
  await catalog.sync({ homes: [home] });
  const run = (program, ...words) => {
    const { status, error } = spawnSync(program, words, { env: { ...process.env, CLEW_DATA_DIR: data } });
    if (error || status > 1) throw error ?? new Error(`${program} ${words.join(' ')}: exit ${status}`);
  };
  const clew = (...words) => run(process.execPath, 'dist/cli/main.js', 'search', '--home', home, ...words);
  const rows = await compare(
    {
      'ripgrep, a rare word': async () => run('rg', '-i', RARE, join(home, 'projects')),
      'catalog, warm': async () => catalog.search(RARE, { homes: [home], most: 20 }),
      'clew search, warm, with its start-up': async () => clew(RARE),
      'ripgrep, a pattern': async () => run('rg', PATTERN, join(home, 'projects')),
      'catalog, --regex over the files': async () =>
        catalog.searchFiles({ kind: 'regex', text: PATTERN, ignoreCase: false }, { homes: [home], most: 20 }),
      'clew search --regex, with its start-up': async () => clew('--regex', PATTERN),
    },
    { runs: 9 },
  );
  printRows(`Search of ${times === 1 ? 'all sessions' : `${times} times all sessions`}`, rows);
  catalog.close();
  return rows;
}
