import { execFile } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';
import { build } from 'rolldown';
import { afterAll, expect, test } from 'vitest';
import { withLock } from './with-lock.ts';

const folder = mkdtempSync(join(tmpdir(), 'clew-lock-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('work on one file never overlaps, and leaves no lock behind', async () => {
  const file = join(folder, 'new', 'a.json');
  let inside = 0;
  let most = 0;
  await Promise.all(
    Array.from({ length: 8 }, () =>
      withLock(file, async () => {
        most = Math.max(most, ++inside);
        await setTimeout(5);
        inside--;
      }),
    ),
  );
  expect(most).toBe(1);
  expect(existsSync(`${file}.lock`)).toBe(false);
});

test('work that fails gives the lock back', async () => {
  const file = join(folder, 'b.json');
  await expect(withLock(file, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(await withLock(file, async () => 'done')).toBe('done');
});

test('a lock that a crash left behind is taken over, with its mark or before it had one', async () => {
  const file = join(folder, 'c.json');
  mkdirSync(`${file}.lock`);
  expect(await withLock(file, async () => 'done')).toBe('done');
  leaveLock(file);
  expect(await withLock(file, async () => 'done')).toBe('done');
  expect(existsSync(`${file}.lock`)).toBe(false);
});

test('a mark stays young for as long as its holder is at work', async () => {
  const file = join(folder, 'd.json');
  await withLock(file, async () => {
    const [mark = ''] = readdirSync(`${file}.lock`);
    utimesSync(join(`${file}.lock`, mark), 1, 1);
    const age = () => Date.now() - statSync(join(`${file}.lock`, mark)).mtimeMs;
    await expect.poll(age, { timeout: 20_000 }).toBeLessThan(5000);
  });
});

test('of two processes that find the same dead lock, the slower does not take it from the faster', async () => {
  const script = join(folder, 'with-lock.mjs');
  const input = new URL('with-lock.ts', import.meta.url).pathname;
  await build({ input, platform: 'node', output: { file: script, format: 'esm' }, logLevel: 'silent' });
  const file = join(folder, 'e.json');
  leaveLock(file);
  const start = `
    import fs, { existsSync, rmSync, writeFileSync } from 'node:fs';
    import { syncBuiltinESMExports } from 'node:module';
    import { setTimeout } from 'node:timers/promises';
    const file = ${JSON.stringify(file)};
    const wait = async (name) => { while (!existsSync(file + name)) await setTimeout(5); };
    // Only one at a time can make it.
    const enter = () => writeFileSync(file + '-inside', '', { flag: 'wx' });
    const { withLock } = await import(${JSON.stringify(script)});`;
  const faster = `${start}
    await wait('-seen');
    await withLock(file, async () => {
      enter();
      writeFileSync(file + '-taken', '');
      await setTimeout(500);
      rmSync(file + '-inside');
    });`;
  // It looks at the dead lock, and does not come to act on what it saw until the other is in.
  const slower = `${start}
    const { stat } = fs.promises;
    fs.promises.stat = async (path) => {
      const found = await stat(path);
      writeFileSync(file + '-seen', '');
      await wait('-taken');
      return found;
    };
    syncBuiltinESMExports();
    await withLock(file, async () => enter());`;
  const run = promisify(execFile);
  await Promise.all(
    [faster, slower].map((code) => run(process.execPath, ['--input-type=module', '-e', code])),
  );
  expect(existsSync(`${file}-inside`)).toBe(true);
  expect(readdirSync(folder).filter((name) => name.includes('.lock'))).toEqual([]);
});

/** As a crash leaves it. */
function leaveLock(file: string): void {
  const mark = join(`${file}.lock`, 'mark');
  mkdirSync(`${file}.lock`);
  writeFileSync(mark, '');
  utimesSync(mark, 1, 1);
}
