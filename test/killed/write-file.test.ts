// Kills a process that writes in a loop, at random moments, and looks at what it left.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { compileChild, ROUNDS } from './compile-child.ts';
import { runRounds } from './run-rounds.ts';

let folder: string;

beforeAll(async () => {
  folder = await compileChild(['disk/write-file.ts'], CHILD);
});

afterAll(() => rm(folder, { recursive: true }));

// Every file is 3 MB of one letter, in pieces, with pauses in between so that many kills hit the middle.
const CHILD = `
import { setTimeout } from 'node:timers/promises';
import { writeFileAtomically } from './disk/write-file.js';
const folder = process.argv[2];
async function* pieces(letter) {
  for (let i = 0; i < 30; i++) { yield Buffer.alloc(100_000, letter); if (i % 10 === 0) await setTimeout(1); }
}
for (let i = 0; ; i++) {
  const letter = 'abcdefgh'[i % 8];
  await writeFileAtomically(folder + '/replaced.jsonl', pieces(letter), { replace: true });
  if (i === 0) process.stdout.write('ready');
  await writeFileAtomically(folder + '/new-' + i + '.jsonl', pieces(letter));
}`;

test.skipIf(process.platform === 'win32')(
  'a writer killed at any moment leaves whole files or none',
  async () => {
    let whole = 0;
    let interrupted = 0;
    const killOne = async () => {
      const place = await mkdtemp(join(folder, 'round-'));
      const child = spawn(process.execPath, [join(folder, 'child.js'), place], {
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      const gone = once(child, 'exit');
      await once(child.stdout, 'data');
      await new Promise((later) => setTimeout(later, Math.random() * 80));
      child.kill('SIGKILL');
      await gone;
      for (const name of await readdir(place)) {
        if (name.startsWith('.')) {
          expect(name).not.toMatch(/\.jsonl$/);
          interrupted++;
          continue;
        }
        const content = await readFile(join(place, name), 'latin1');
        expect(content.length).toBe(3_000_000);
        expect(content).toBe(content.charAt(0).repeat(3_000_000));
        whole++;
      }
      await rm(place, { recursive: true });
    };
    await runRounds(ROUNDS, killOne, () => interrupted === 0);
    expect(whole).toBeGreaterThanOrEqual(ROUNDS);
    // Otherwise no kill came in the middle of a file, and nothing was tested.
    expect(interrupted).toBeGreaterThan(0);
  },
);
