// Kills a process that clones in a loop, at random moments, and looks at what it left.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ERAS } from '../../src/forge/eras.ts';
import { fileBytes, forgeSession } from '../../src/forge/forge-session.ts';
import { parseLog } from '../../src/log/read-log.ts';
import { compileChild, ROUNDS } from './compile-child.ts';
import { runRounds } from './run-rounds.ts';

let folder: string;

beforeAll(async () => {
  folder = await compileChild(['load/clone-session.ts', 'disk/select-session.ts'], CHILD);
});

afterAll(() => rm(folder, { recursive: true }));

const CHILD = `
import { randomUUID } from 'node:crypto';
import { selectSession } from './disk/select-session.js';
import { cloneFile, cloneSession } from './load/clone-session.js';
import { openSession } from './load/open-session.js';
const [file, home, dataDir, way] = process.argv.slice(2);
const options = { dataDir, now: () => new Date(), newUuid: randomUUID, chapterBytes: 20_000 };
const machine = { env: {}, homeDirectory: home, workingDirectory: home, platform: 'linux' };
for (let i = 0; ; i++) {
  const selection = await selectSession(file, { homes: [home], machine });
  const open = way === 'held in memory' ? await openSession(selection) : undefined;
  if (i === 0) process.stdout.write('ready');
  await (open ? cloneSession(open, selection, options) : cloneFile(selection, options));
}`;

/** As the library may do it, and as the command line does: chapter by chapter, out of the file. */
const WAYS = ['held in memory', 'out of the file'] as const;

const hash = (file: string) => createHash('sha256').update(readFileSync(file)).digest('hex');

function visibleLogs(home: string): string[] {
  return readdirSync(join(home, 'projects'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.jsonl') && !basename(name).startsWith('.'))
    .map((name) => join(home, 'projects', name));
}

test.skipIf(process.platform === 'win32')(
  'a clone killed at any moment leaves no half file',
  async () => {
    const clones = { 'held in memory': 0, 'out of the file': 0 };
    const interrupted = { 'held in memory': 0, 'out of the file': 0 };
    const isSeen = () => WAYS.every((way) => clones[way] > 1 && interrupted[way] > 0);
    const forged = forgeSession({
      seed: 11,
      era: ERAS.at(-1) as (typeof ERAS)[number],
      shape: ['agent', 'compaction', 'parallel-tools', 'compaction'],
      bytes: 200_000,
    });
    const killOne = async (round: number) => {
      const way = WAYS[round % 2] as (typeof WAYS)[number];
      const home = await mkdtemp(join(folder, 'round-'));
      for (const file of forged.files) {
        mkdirSync(dirname(join(home, file.path)), { recursive: true });
        writeFileSync(join(home, file.path), fileBytes(file));
      }
      const source = join(home, forged.files[0]?.path ?? '');
      const before = hash(source);
      const lines = new Map(visibleLogs(home).map((file) => [basename(file), countLines(file)]));
      const words = [join(folder, 'child.js'), source, home, join(home, 'data'), way];
      const child = spawn(process.execPath, words, { stdio: ['ignore', 'pipe', 'inherit'] });
      await once(child.stdout, 'data');
      await setTimeout(Math.random() * 1200);
      child.kill('SIGKILL');
      await once(child, 'exit');
      expect(hash(source)).toBe(before);
      const main = visibleLogs(home).filter((file) => dirname(file) === dirname(source) && file !== source);
      for (const file of main) {
        const all = parseLog(readFileSync(file));
        const last = all.at(-1);
        expect(last?.kind === 'entry' && last.terminated && last.value.type, file).toBe('custom-title');
        // Whoever sees the session sees its agents.
        const own = join(dirname(file), basename(file, '.jsonl'), 'subagents');
        expect(readdirSync(own).filter((name) => name.endsWith('.jsonl')).length).toBeGreaterThan(0);
      }
      for (const file of visibleLogs(home).filter((one) => /agent-/.test(basename(one))))
        expect(countLines(file), file).toBe(lines.get(basename(file)));
      clones[way] += main.length;
      const folders = readdirSync(dirname(source), { withFileTypes: true }).filter((one) =>
        one.isDirectory(),
      );
      if (folders.length !== main.length + 1) interrupted[way]++;
    };
    await runRounds(ROUNDS, killOne, () => !isSeen());
    for (const way of WAYS) {
      expect(clones[way], way).toBeGreaterThan(1);
      expect(interrupted[way], way).toBeGreaterThan(0);
    }
  },
  20_000 + ROUNDS * 20_000,
);

function countLines(file: string): number {
  return readFileSync(file, 'utf8').split('\n').length;
}
