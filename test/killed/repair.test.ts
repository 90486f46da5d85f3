// Kills a process that repairs a session in place, at random moments, and looks at what it left.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { damage } from '../../src/forge/damage.ts';
import { forgeSession, mainBytes } from '../../src/forge/forge-session.ts';
import { compileChild, ROUNDS } from './compile-child.ts';

let folder: string;

beforeAll(async () => {
  folder = await compileChild(['load/repair-session.ts', 'disk/select-session.ts'], CHILD);
});

afterAll(() => rm(folder, { recursive: true }));

// The clock is years ahead, so that the session never counts as live.
const CHILD = `
import { copyFileSync, renameSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { selectSession } from './disk/select-session.js';
import { openSession } from './load/open-session.js';
import { repairSession } from './load/repair-session.js';
const [file, home, dataDir] = process.argv.slice(2);
const machine = { env: {}, homeDirectory: home, workingDirectory: home, platform: 'linux' };
let n = 0;
const options = { inPlace: true, dataDir, now: () => new Date(Date.UTC(2040, 0, 1, 0, 0, n++)), newUuid: () => 'new-' + n };
for (let i = 0; ; i++) {
  const selection = await selectSession(file, { homes: [home], machine });
  await repairSession(await openSession(selection), selection, options);
  if (i === 0) process.stdout.write('ready');
  await setTimeout(100);
  copyFileSync(home + '/broken', home + '/again');
  renameSync(home + '/again', file);
}`;

test.skipIf(process.platform === 'win32')(
  'a repair in place killed at any moment leaves the old session or the new one',
  async () => {
    const forged = forgeSession({ seed: 3, turns: 6, bytes: 400_000 });
    const broken = damage(mainBytes(forged), { seed: 3, kinds: ['removed-result', 'dangling-parent'] });
    let repaired: Buffer | undefined;
    const seen = { old: 0, new: 0 };
    for (let round = 0; round < ROUNDS; round++) {
      const home = await mkdtemp(join(folder, 'round-'));
      const project = join(home, 'projects', '-work');
      mkdirSync(project, { recursive: true });
      const file = join(project, `${forged.sessionId}.jsonl`);
      writeFileSync(file, broken);
      writeFileSync(join(home, 'broken'), broken);
      utimesSync(file, 0, 0);
      const child = spawn(process.execPath, [join(folder, 'child.js'), file, home, join(home, 'data')], {
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      // Before the first repair, right behind it, or anywhere in those that follow: each in a third of the rounds.
      if (round % 3 > 0) await once(child.stdout, 'data');
      await setTimeout(Math.random() * ([30, 50, 600][round % 3] as number));
      child.kill('SIGKILL');
      await once(child, 'exit');
      const left = readFileSync(file);
      const isOld = left.equals(broken);
      if (!isOld) repaired ??= left;
      // Ids that the repair adds count up within a run: equal up to their numbers.
      if (!isOld) expect(plain(left)).toBe(plain(repaired as Buffer));
      seen[isOld ? 'old' : 'new']++;
      const backups = join(home, 'data', 'backups');
      for (const name of existsSync(backups)
        ? readdirSync(backups).filter((one) => !one.startsWith('.'))
        : []) {
        expect(readFileSync(join(backups, name)).equals(broken), name).toBe(true);
      }
      expect(readdirSync(project).filter((name) => !name.startsWith('.'))).toHaveLength(1);
    }
    expect(seen.old).toBeGreaterThan(0);
    expect(seen.new).toBeGreaterThan(0);
  },
  20_000 + ROUNDS * 8_000,
);

function plain(bytes: Buffer): string {
  return bytes.toString('utf8').replace(/"new-\d+"/g, '"new"');
}
