// How long do other programs of the field take that install from npm and run on this Node, on the same work?
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { forgedHome, nameOfSize } from '../forged-home.mjs';
import { largeFile } from '../large-file.mjs';
import { compare, NotMeasured, printRows } from '../measure.mjs';
import { runCommand, runNode } from '../run-process.mjs';

/** Name and version on npm, and the script in it. */
const OTHERS = {
  ccusage: { version: '17.2.1', script: 'dist/index.js' },
  'claude-replay': { version: '0.9.0', script: 'bin/claude-replay.mjs' },
  'claude-code-transcripts': { version: '1.0.2', script: 'dist/cli.js' },
};

const GOAL = 'faster than each of them';

export async function bench({ quick = false } = {}) {
  const folder = installOthers();
  const out = mkdtempSync(join(tmpdir(), 'clew-bench-field-'));
  try {
    const rows = [
      await measurePages(folder, out, quick ? 5e6 : 100e6),
      await measureStats(folder, out, quick ? 5e6 : 300e6),
    ];
    return { question: 'field', goal: GOAL, rows: rows.flat(), holds: rows.every(isFirst) };
  } finally {
    rmSync(out, { recursive: true, force: true });
  }
}

/** The first row is ours. */
function isFirst([own, ...others]) {
  return others.every(({ ms }) => own.ms < ms);
}

async function measurePages(folder, out, bytes) {
  const file = largeFile(bytes);
  const name = nameOfSize(bytes);
  const rows = await compare({
    [`clew export, HTML: ${name}`]: () =>
      runCommand(['export', file, '--out', join(out, 'clew.html'), '--force', '--quiet']),
    [`claude-replay, HTML: ${name}`]: () =>
      runOther(folder, 'claude-replay', [file, '-o', join(out, 'replay.html')]),
    [`claude-code-transcripts, HTML: ${name}`]: () =>
      runOther(folder, 'claude-code-transcripts', ['json', file, '-o', join(out, 'transcripts')]),
  });
  printRows(`A session of ${name} as HTML`, rows);
  return rows;
}

async function measureStats(folder, out, bytes) {
  const home = forgedHome(bytes);
  const name = nameOfSize(bytes);
  const env = { CLEW_DATA_DIR: out, CLAUDE_CONFIG_DIR: home };
  const rows = await compare({
    [`clew stats --no-catalog: ${name}`]: () =>
      runCommand(['stats', '--home', home, '--no-catalog'], { env }),
    [`ccusage 17.2.1 (TypeScript) daily: ${name}`]: () =>
      runOther(folder, 'ccusage', ['daily', '--offline'], env),
  });
  printRows(`Tokens and money of a home of ${name}`, rows);
  return rows;
}

function runOther(folder, name, words, env = {}) {
  return runNode([join(folder, 'node_modules', name, OTHERS[name].script), ...words], { env });
}

/** Installs them once, beside the forged sessions. */
function installOthers() {
  const folder = join(tmpdir(), 'clew-bench', 'field');
  const isThere = Object.entries(OTHERS).every(([name, { script }]) =>
    existsSync(join(folder, 'node_modules', name, script)),
  );
  if (isThere) return folder;
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{ "private": true }');
  const names = Object.entries(OTHERS).map(([name, { version }]) => `${name}@${version}`);
  const { status, stderr } = spawnSync('npm', ['install', '--ignore-scripts', '--no-audit', ...names], {
    cwd: folder,
    encoding: 'utf8',
  });
  if (status === 0) return folder;
  throw new NotMeasured(`npm could not install the others: ${stderr.trim().split('\n').at(-1)}`);
}
