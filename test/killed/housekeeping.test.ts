// Kills a process that removes, moves, scrubs, archives, packs out and undoes in a loop, at random moments, and looks at what it left.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, existsSync, readFileSync, rmSync, symlinkSync, utimesSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type FurnishedHome, furnishHome, pictureOf } from '../../src/housekeeping/furnished-home.fixture.ts';
import { readReceipts } from '../../src/housekeeping/receipt.ts';
import { recoverReceipts } from '../../src/housekeeping/recover-receipts.ts';
import { undoReceipt } from '../../src/housekeeping/undo-receipt.ts';
import { parseLog } from '../../src/log/read-log.ts';
import { compileChild } from './compile-child.ts';

/** Kills for each action; `CLEW_KILLS=100` looks closer. */
const ROUNDS = Number(process.env.CLEW_KILLS ?? 3);

// A move makes, changes and takes away; the others are tried too where someone looks closer.
const ACTIONS: readonly string[] =
  process.env.CLEW_KILLS === undefined
    ? ['mv']
    : ['rm', 'mv', 'scrub', 'archive', 'restore', 'unpack', 'slim'];

let folder: string;

beforeAll(async () => {
  const names = [
    'remove-sessions',
    'move-sessions',
    'scrub-sessions',
    'archive-sessions',
    'archive-snapshot',
    'restore-snapshots',
    'pack-sessions',
    'unpack-sessions',
    'slim-sessions',
    'undo-receipt',
  ];
  folder = await compileChild(
    [...names.map((name) => `housekeeping/${name}.ts`), 'disk/find-sessions.ts'],
    CHILD,
  );
  symlinkSync(resolve(import.meta.dirname, '../../node_modules'), join(folder, 'node_modules'));
});

afterAll(() => rm(folder, { recursive: true }));

// `once` does the action and stops; else it is done and undone until the end comes.
const CHILD = `
import { existsSync } from 'node:fs';
import { findSessions } from './disk/find-sessions.js';
import { removeSessions } from './housekeeping/remove-sessions.js';
import { moveSessions } from './housekeeping/move-sessions.js';
import { scrubSessions } from './housekeeping/scrub-sessions.js';
import { archiveSessions } from './housekeeping/archive-sessions.js';
import { listSnapshots } from './housekeeping/archive-snapshot.js';
import { restoreSnapshots } from './housekeeping/restore-snapshots.js';
import { packSessions } from './housekeeping/pack-sessions.js';
import { unpackSessions } from './housekeeping/unpack-sessions.js';
import { slimSessions } from './housekeeping/slim-sessions.js';
import { findReceipt, undoReceipt } from './housekeeping/undo-receipt.js';
const [action, home, dataDir, sessionId, once] = process.argv.slice(2);
const options = { dataDir, now: () => new Date('2026-03-04T12:00:00Z'), force: true };
const pack = dataDir + '.pack';
const find = async () => (await findSessions([home])).sessions.filter((one) => one.sessionId === sessionId);
if (action === 'unpack' && !existsSync(pack)) await packSessions(await find(), { ...options, file: pack });
if (action === 'restore' && (await listSnapshots(dataDir)).length === 0) await archiveSessions(await find(), options);
const actions = {
  rm: async () => removeSessions(await find(), options),
  mv: async () => moveSessions(await find(), { ...options, to: '/srv/quay' }),
  scrub: async () => scrubSessions(await find(), { ...options, backup: dataDir + '-kept' }),
  archive: async () => archiveSessions(await find(), { ...options, remove: true }),
  slim: async () => slimSessions(await find(), options),
  restore: async () => restoreSnapshots((await listSnapshots(dataDir)).slice(0, 1), { ...options, home: home + '-other', map: [['/home', '/there']] }),
  unpack: async () => unpackSessions(pack, { ...options, home: home + '-other', map: [['/home', '/there']] }),
};
process.stdout.write('ready');
do {
  const { receipt } = await actions[action]();
  if (!once) await undoReceipt(await findReceipt(receipt, dataDir), options);
} while (!once);
`;

async function run(house: FurnishedHome, action: string, lifetime?: number): Promise<void> {
  const words = [join(folder, 'child.js'), action, house.home, house.dataDir, house.sessionId];
  const child = spawn(process.execPath, lifetime === undefined ? [...words, 'once'] : words, {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exit = once(child, 'exit');
  if (lifetime !== undefined) {
    await once(child.stdout, 'data');
    await setTimeout(lifetime);
    child.kill('SIGKILL');
  }
  const [code] = await exit;
  if (lifetime === undefined) expect(code).toBe(0);
}

function picture(house: FurnishedHome): Record<string, string> {
  const other = `${house.home}-other`;
  return { ...pictureOf(house.home), ...(existsSync(other) ? pictureOf(other) : {}) };
}

/** Every session file that can be seen, by name. */
function mains(house: FurnishedHome): string[] {
  return Object.keys(picture(house)).filter((name) => /^projects\/[^/]+\/[0-9a-f-]{36}\.jsonl$/.test(name));
}

async function undoNewest(house: FurnishedHome): Promise<void> {
  const newest = (await readReceipts(house.dataDir)).findLast(({ state }) => state === 'done');
  if (newest) await undoReceipt(newest, { dataDir: house.dataDir });
}

test.skipIf(process.platform === 'win32').each(ACTIONS)(
  '%s killed at any moment ends as the old state or the new one, and no session file is ever half',
  async (action) => {
    const house = furnishHome();
    try {
      const { file } = await house.find();
      const secret = `gh${'p_'}q7Rw2Ty9Ui4Op8As3Df6Gh1Jk5LzXc0VbNm1`;
      appendFileSync(file, `${JSON.stringify({ type: 'api-request', text: secret })}\n`);
      appendFileSync(join(house.home, 'debug', `${house.sessionId}.txt`), secret);
      utimesSync(file, 0, 0);
      const old = picture(house);
      await run(house, action);
      const fresh = picture(house);
      expect(fresh).not.toEqual(old);
      await undoNewest(house);
      expect(picture(house)).toEqual(old);
      const hashes = new Set([...Object.values(old), ...Object.values(fresh)]);
      for (let round = 0; round < ROUNDS; round++) {
        await run(house, action, Math.random() * 250);
        const left = picture(house);
        for (const name of mains(house)) expect(hashes.has(left[name] ?? ''), name).toBe(true);
        await recoverReceipts(house.dataDir);
        const state = picture(house);
        const isOld =
          JSON.stringify(Object.entries(state).sort()) === JSON.stringify(Object.entries(old).sort());
        if (!isOld) {
          expect(state).toEqual(fresh);
          await undoNewest(house);
          expect(picture(house)).toEqual(old);
        }
      }
      expect(parseLog(readFileSync(file)).every(({ kind }) => kind === 'entry')).toBe(true);
    } finally {
      rmSync(house.root, { recursive: true });
    }
  },
  60_000 + ROUNDS * 10_000,
);
