// How long does each command take to start on a small home, how much memory does it need, and how does that compare with node that does nothing?
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { forgedHome } from '../forged-home.mjs';
import { compare, printRows } from '../measure.mjs';
import { runCommand, runNode } from '../run-process.mjs';

const MOST_VERSION_MS = 80;

export async function bench({ quick = false } = {}) {
  const data = mkdtempSync(join(tmpdir(), 'clew-bench-start-'));
  const home = forgedHome(200e3);
  const [session = ''] = readdirSync(join(home, 'projects', '-work'));
  const id = session.slice(0, 8);
  const env = { CLEW_DATA_DIR: data };
  const commands = [
    ['--version'],
    ['--help'],
    ['ls'],
    ['show', id],
    ['search', 'lamp'],
    ['search', '--regex', 'la[m]p'],
    ['files', id],
    ['stats'],
    ['stats', '--no-catalog'],
    ['stats', '--metrics'],
    ['context', id],
    ['check'],
    ['repair', id, '--dry-run'],
    ['clone', id, '--tools', 'remove', '--dry-run'],
    ['lineage', id],
    ['survey'],
    ['graph', id],
    ['secrets'],
    ['export', id, '--out', join(data, 'page.html'), '--force'],
    ['locate', id],
    ['du'],
    ['sync'],
  ];
  try {
    const rows = await compare(
      {
        'node -e 0': () => runNode(['-e', '0']),
        ...Object.fromEntries(
          commands.map((words) => [nameOf(words), () => runCommand(atHome(words, home), { env })]),
        ),
      },
      { runs: quick ? 3 : 9 },
    );
    printRows('Start-up of each command on a home of 200 kB: wall time, CPU and peak memory', rows);
    return {
      question: 'start',
      rows,
      goal: `clew --version < ${MOST_VERSION_MS} ms`,
      holds: rows[1].ms < MOST_VERSION_MS,
    };
  } finally {
    rmSync(data, { recursive: true, force: true });
  }
}

function nameOf(words) {
  return `clew ${words.filter((word) => !word.includes('/')).join(' ')}`;
}

function atHome(words, home) {
  return words[0].startsWith('--') ? words : [...words, '--home', home, '--quiet'];
}
