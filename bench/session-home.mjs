// The homes that benchmarks of the catalog use: real sessions where they lie beside the repository, forged ones elsewhere; and one of many small files.
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { forgeHome } from '../dist/forge/forge-home.js';

const folder = join(tmpdir(), 'clew-bench-catalog');
const corpus = fileURLToPath(new URL('../../shared/corpus', import.meta.url));

/** A copy of the corpus (or a forged home of its size), `times` times over, that may be written to. */
export function sessionHome(times = 1) {
  const home = join(folder, `home-${times}${existsSync(corpus) ? '' : '-forged'}`);
  if (existsSync(join(home, 'whole'))) return home;
  rmSync(home, { recursive: true, force: true });
  for (let n = 0; n < times; n++) {
    if (!existsSync(corpus)) putForged(home, n);
    else
      for (const slug of readdirSync(join(corpus, 'projects')))
        cpSync(join(corpus, 'projects', slug), join(home, 'projects', times === 1 ? slug : `${slug}-${n}`), {
          recursive: true,
        });
  }
  writeFileSync(join(home, 'whole'), '');
  return home;
}

function putForged(home, n) {
  for (const { path, chunks } of forgeHome({ seed: `bench ${n}`, sessions: 200, bytes: 60_000_000 })) {
    mkdirSync(dirname(join(home, path)), { recursive: true });
    writeFileSync(join(home, path), Buffer.concat([...chunks]));
  }
}

/** Five thousand session and agent files of a line each. */
export function crowdedHome() {
  const home = join(folder, 'home-crowded');
  if (existsSync(join(home, 'whole'))) return home;
  for (let p = 0; p < 40; p++) {
    const project = join(home, 'projects', `-home-dev-p${p}`);
    for (let i = 0; i < 75; i++) {
      const id = `${String(p).padStart(4, '0')}${String(i).padStart(4, '0')}-1111-4111-8111-111111111111`;
      const line = JSON.stringify({
        type: 'user',
        uuid: 'u',
        parentUuid: null,
        sessionId: id,
        cwd: `/home/dev/p${p}`,
        timestamp: '2026-01-01T00:00:00Z',
        message: { role: 'user', content: `Lamp ${i} of ${p}` },
      });
      mkdirSync(join(project, id, 'subagents'), { recursive: true });
      writeFileSync(join(project, `${id}.jsonl`), `${line}\n`);
      if (i < 50) writeFileSync(join(project, id, 'subagents', `agent-a${i}.jsonl`), `${line}\n`);
    }
  }
  writeFileSync(join(home, 'whole'), '');
  return home;
}

export function logFiles(home) {
  return readdirSync(home, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.jsonl'))
    .map((name) => join(home, name));
}

/** A path for a catalog that is not there yet. */
export function newCatalog(name) {
  const file = join(folder, `${name}.db`);
  for (const end of ['', '-wal', '-shm']) rmSync(`${file}${end}`, { force: true });
  return file;
}

export function parseAll(home) {
  let entries = 0;
  for (const file of logFiles(home)) {
    for (const line of readFileSync(file, 'utf8').split('\n')) {
      if (line === '') continue;
      try {
        JSON.parse(line);
        entries++;
      } catch {}
    }
  }
  return entries;
}
