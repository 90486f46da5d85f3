import {
  chmod,
  lstat,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { publishNewFile } from './publish-file.ts';
import { writeFileAtomically } from './write-file.ts';

let folder: string;
let target: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'clew-write-'));
  target = join(folder, 'session.jsonl');
});

afterEach(() => rm(folder, { recursive: true }));

function bytes(...texts: string[]): Uint8Array[] {
  return texts.map((text) => Buffer.from(text));
}

test('a new file holds the chunks in order, is private, and nothing else is left in the folder', async () => {
  expect(await writeFileAtomically(target, bytes('{"a":1}', '\n', '', '{"b":2}', '\n'))).toBe(16);
  expect(await readFile(target, 'utf8')).toBe('{"a":1}\n{"b":2}\n');
  expect((await stat(target)).mode & 0o777).toBe(0o600);
  expect(await readdir(folder)).toEqual(['session.jsonl']);
});

test('chunks of all sizes around the buffer survive, from a source that reuses its buffer', async () => {
  const sizes = [1, (1 << 20) - 1, 1, 1 << 20, (1 << 20) + 1, 5, 3_000_000, 0, 7];
  const shared = new Uint8Array(3_000_000);
  async function* source(): AsyncGenerator<Uint8Array> {
    for (const [i, size] of sizes.entries()) yield shared.fill(i + 1).subarray(0, size);
  }
  const total = await writeFileAtomically(target, source());
  const expected = Buffer.concat(sizes.map((size, i) => Buffer.alloc(size, i + 1)));
  expect(total).toBe(expected.length);
  expect((await readFile(target)).equals(expected)).toBe(true);
});

test('an existing file is refused before the source is asked for anything', async () => {
  await writeFile(target, 'old');
  let asked = false;
  function* source(): Generator<Uint8Array> {
    asked = true;
    yield Buffer.from('new');
  }
  await expect(writeFileAtomically(target, source())).rejects.toMatchObject({
    name: 'Refusal',
    code: 'file-exists',
    message: `“${target}” exists already and is not overwritten.`,
  });
  expect(asked).toBe(false);
  expect(await readFile(target, 'utf8')).toBe('old');
});

test('a file that appears while ours is written is not overwritten, with hard links and without', async () => {
  async function* source(): AsyncGenerator<Uint8Array> {
    yield Buffer.from('ours');
    await writeFile(target, 'theirs');
  }
  await expect(writeFileAtomically(target, source())).rejects.toMatchObject({ code: 'file-exists' });
  expect(await readdir(folder)).toEqual(['session.jsonl']);
  const temporary = join(folder, '.temporary');
  await writeFile(temporary, 'ours');
  await expect(publishNewFile(temporary, target, noLinks)).rejects.toMatchObject({ code: 'file-exists' });
  expect(await readFile(target, 'utf8')).toBe('theirs');
});

async function noLinks(): Promise<void> {
  throw Object.assign(new Error('no links here'), { code: 'ENOTSUP', syscall: 'link' });
}

test('on a file system without hard links a new file is published all the same', async () => {
  const temporary = join(folder, '.temporary');
  await writeFile(temporary, 'ours');
  await publishNewFile(temporary, target, noLinks);
  expect(await readFile(target, 'utf8')).toBe('ours');
  expect(await readdir(folder)).toEqual(['session.jsonl']);
});

test('replacing keeps the mode of the old file, unless another is given', async () => {
  await writeFile(target, 'old');
  await chmod(target, 0o640);
  await writeFileAtomically(target, bytes('new'), { replace: true });
  expect(await readFile(target, 'utf8')).toBe('new');
  expect((await stat(target)).mode & 0o777).toBe(0o640);
  await writeFileAtomically(target, bytes('newer'), { replace: true, mode: 0o666 });
  expect((await stat(target)).mode & 0o777).toBe(0o666);
});

test('replacing through a link writes the file it names and keeps the link', async () => {
  const real = join(folder, 'real');
  await mkdir(real);
  await writeFile(join(real, 'file'), 'old');
  await symlink('real/file', target);
  await writeFileAtomically(target, bytes('new'), { replace: true });
  expect((await lstat(target)).isSymbolicLink()).toBe(true);
  expect(await readFile(join(real, 'file'), 'utf8')).toBe('new');
  await expect(writeFileAtomically(target, bytes('x'))).rejects.toMatchObject({ code: 'file-exists' });
});

test('if the source fails, its error comes through, the old file stays and no temporary is left', async () => {
  await writeFile(target, 'old');
  const failure = Object.assign(new Error('source broke'), { code: 'ENOENT', syscall: 'open' });
  async function* source(): AsyncGenerator<Uint8Array> {
    yield Buffer.alloc(2_000_000);
    expect((await readdir(folder)).filter((name) => name.endsWith('.jsonl'))).toEqual(['session.jsonl']);
    throw failure;
  }
  await expect(writeFileAtomically(target, source(), { replace: true })).rejects.toBe(failure);
  expect(await readFile(target, 'utf8')).toBe('old');
  expect(await readdir(folder)).toEqual(['session.jsonl']);
});

test('a missing folder and a directory in the way are refused in one sentence', async () => {
  await expect(writeFileAtomically(join(folder, 'no', 'x.jsonl'), bytes('x'))).rejects.toMatchObject({
    code: 'folder-missing',
  });
  await mkdir(target);
  for (const replace of [true, false]) {
    await expect(writeFileAtomically(target, bytes('x'), { replace })).rejects.toMatchObject({
      code: 'is-a-directory',
    });
  }
});

test('the source is asked for more only when the disk has taken what came before, but for two buffers', async () => {
  const chunk = new Uint8Array(300_000);
  let given = 0;
  async function* source(): AsyncGenerator<Uint8Array> {
    for (let i = 0; i < 100; i++) {
      const [temporary] = await readdir(folder);
      const taken = (await stat(join(folder, temporary ?? expect.fail()))).size;
      expect(given - taken).toBeLessThanOrEqual(2 << 20);
      given += chunk.length;
      yield chunk;
    }
  }
  expect(await writeFileAtomically(target, source())).toBe(given);
});
