import { chmod, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { asNobody, hasUsers } from './as-nobody.fixture.ts';
import { makeFolder } from './make-folder.ts';
import { withLock } from './with-lock.ts';
import { writeFileAtomically } from './write-file.ts';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'clew-folder-'));
});

afterEach(() => rm(folder, { recursive: true }));

test('a folder is made with those above it, private, and what is there already stays', async () => {
  const inner = join(folder, 'a', 'b');
  expect(await makeFolder(inner)).toBe(join(folder, 'a'));
  expect(await makeFolder(inner)).toBeUndefined();
  if (process.platform !== 'win32') expect((await stat(inner)).mode & 0o777).toBe(0o700);
});

test('a file in the way is refused by name', async () => {
  const file = join(folder, 'file');
  await writeFile(file, '');
  for (const path of [file, join(file, 'inner'), join(file, 'inner', 'deeper')])
    await expect(makeFolder(path)).rejects.toMatchObject({
      code: 'no-folder',
      message: `The folder “${path}” cannot be made: a part of its path is a file.`,
    });
});

test.skipIf(!hasUsers)('without permission, a folder, a lock and a file are refused', async (context) => {
  await chmod(folder, 0o555);
  const refused = { code: 'no-permission', message: expect.stringContaining('no permission to write') };
  await asNobody(context, async () => {
    await expect(makeFolder(join(folder, 'new'))).rejects.toMatchObject(refused);
    await expect(withLock(join(folder, 'book.json'), async () => undefined)).rejects.toMatchObject(refused);
    await expect(writeFileAtomically(join(folder, 'x'), [])).rejects.toMatchObject(refused);
  });
});
