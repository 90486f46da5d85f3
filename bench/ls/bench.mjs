// How fast is the list from the warm catalog against the list from the files?
import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Catalog } from '../../dist/catalog/index.js';
import { compare, printRows } from '../measure.mjs';
import { sessionHome } from '../session-home.mjs';

export async function bench() {
  const home = sessionHome();
  const data = join(tmpdir(), 'clew-bench-catalog', 'data-ls');
  rmSync(data, { recursive: true, force: true });
  mkdirSync(data, { recursive: true });
  const catalog = new Catalog(join(data, 'catalog.db'));
  await catalog.sync({ homes: [home], parts: ['digests'] });
  const ls = (...words) => {
    const run = spawnSync(process.execPath, ['dist/cli/main.js', 'ls', '--home', home, ...words], {
      env: { ...process.env, CLEW_DATA_DIR: data },
    });
    if (run.status !== 0) throw new Error(String(run.stderr));
  };
  const rows = await compare(
    {
      'clew ls --no-catalog': async () => ls('--no-catalog'),
      'clew ls, warm': async () => ls(),
      'sync and list, in one process': async () => {
        await catalog.sync({ homes: [home], parts: ['digests'] });
        catalog.listSessions({ homes: [home] });
      },
      'node -e 0': async () => void spawnSync(process.execPath, ['-e', '0']),
    },
    { runs: 7 },
  );
  printRows('The list of all sessions', rows);
  catalog.close();
  return {
    question: 'ls',
    rows,
    goal: 'clew ls, warm, ≥ 4 × as fast as from the files',
    holds: rows[1].speed >= 4,
  };
}
