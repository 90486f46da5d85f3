// How long does the command line take to start, against node that does nothing?
import { spawnSync } from 'node:child_process';
import { compare, printRows } from '../measure.mjs';

export async function bench() {
  const node =
    (...words) =>
    async () =>
      void spawnSync(process.execPath, words);
  const rows = await compare(
    {
      'node -e 0': node('-e', '0'),
      'clew --version': node('dist/cli/main.js', '--version'),
      'clew --help': node('dist/cli/main.js', '--help'),
    },
    { runs: 11 },
  );
  printRows('Start-up', rows);
  return {
    question: 'start',
    rows,
    goal: 'clew --version within 2 × the start of node',
    holds: rows[1].speed >= 0.5,
  };
}
