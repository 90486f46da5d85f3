import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { joinBytes } from '../base/bytes.ts';
import { readTar, writeTar } from './tar.ts';

const FILES = [0, 1, 511, 512, 513, 5000].map((bytes, n) => ({
  name: `files/${n}`,
  bytes,
  chunks: () => [new Uint8Array(bytes).fill(n + 65)],
}));

async function readAll(bytes: Uint8Array, chunk = 700): Promise<[string, number][]> {
  async function* source(): AsyncGenerator<Uint8Array> {
    for (let at = 0; at < bytes.length; at += chunk) yield bytes.subarray(at, at + chunk);
  }
  const found: [string, number][] = [];
  for await (const entry of readTar(source())) {
    let length = 0;
    for await (const part of entry.chunks) length += part.length;
    found.push([entry.name, length]);
  }
  return found;
}

async function written(): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of writeTar(FILES)) chunks.push(chunk);
  return joinBytes(chunks);
}

test('what is written is read, however the bytes come', async () => {
  const bytes = await written();
  for (const chunk of [1, 512, 100_000])
    expect(await readAll(bytes, chunk)).toEqual(FILES.map(({ name, bytes: length }) => [name, length]));
});

test('the tar of the system reads it too', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'clew-tar-'));
  writeFileSync(join(folder, 'a.tar'), await written());
  expect(
    execFileSync('tar', ['tf', join(folder, 'a.tar')], { encoding: 'utf8' })
      .trim()
      .split('\n'),
  ).toEqual(FILES.map(({ name }) => name));
  rmSync(folder, { recursive: true });
});

test('links, long names and torn packs are refused', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'clew-tar-'));
  symlinkSync('/etc/passwd', join(folder, 'link'));
  execFileSync('tar', ['cf', join(folder, 'l.tar'), '-C', folder, 'link']);
  await expect(readAll(readFileSync(join(folder, 'l.tar')))).rejects.toThrow(/plain files/);
  rmSync(folder, { recursive: true });
  const bytes = await written();
  await expect(readAll(bytes.subarray(0, 3000))).rejects.toThrow(/ends too early/);
  bytes[0] = 0x2f;
  await expect(readAll(bytes)).rejects.toThrow(/damaged/);
});

test('a file that shrinks while it is packed is refused', async () => {
  const short = [{ name: 'files/0', bytes: 10, chunks: () => [new Uint8Array(5)] }];
  await expect(async () => {
    for await (const _ of writeTar(short)) void _;
  }).rejects.toThrow(/changed while it was packed/);
});

test('what stands behind the last file is not read, and its source is let go', async () => {
  let isOpen = true;
  async function* source(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
    try {
      yield bytes;
      yield new Uint8Array(512).fill(1);
    } finally {
      isOpen = false;
    }
  }
  for await (const { chunks } of readTar(source(await written()))) for await (const _ of chunks) void _;
  expect(isOpen).toBe(false);
});
