import { readdirSync, readlinkSync } from 'node:fs';
import { appendFile, chmod, mkdtemp, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { lineBytes } from '../log/write-line.ts';
import { asNobody, hasUsers } from './as-nobody.fixture.ts';
import { openByteSource, readLogFile, readPlace, readRange, sizedByteSource } from './read-file.ts';

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'clew-read-'));
});

afterAll(() => rm(folder, { recursive: true }));

async function file(name: string, content: string | Uint8Array): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, content);
  return path;
}

async function gather(source: AsyncIterable<Uint8Array>): Promise<Uint8Array[]> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of source) chunks.push(chunk);
  return chunks;
}

test('a large file comes in chunks of 1 MiB, each a buffer of its own', async () => {
  const bytes = Buffer.alloc(2_500_000, 'abcdefg');
  const chunks = await gather(openByteSource(await file('large', bytes)));
  expect(chunks.map((chunk) => chunk.length)).toEqual([1 << 20, 1 << 20, 2_500_000 - (2 << 20)]);
  expect(new Set(chunks.map((chunk) => chunk.buffer)).size).toBe(3);
  expect(Buffer.concat(chunks).equals(bytes)).toBe(true);
});

test('a range is read to the byte', async () => {
  const path = await file('range', '0123456789');
  const read = async (range: { start?: number; end?: number }) =>
    Buffer.concat(await gather(openByteSource(path, { ...range, chunkBytes: 3 }))).toString();
  expect(await read({ start: 2, end: 7 })).toBe('23456');
  expect(await read({ end: 4 })).toBe('0123');
  expect(await read({ start: 8 })).toBe('89');
  expect(await read({ start: 20 })).toBe('');
});

test('what is appended while reading is read too', async () => {
  const path = await file('growing', 'first\n');
  let text = '';
  for await (const chunk of openByteSource(path)) {
    text += Buffer.from(chunk).toString();
    if (text === 'first\n') await appendFile(path, 'second\n');
  }
  expect(text).toBe('first\nsecond\n');
});

test('[L3] lines of a file written back are the file, whatever the size of the chunks', async () => {
  const content = Buffer.from('\ufeff{"a":"ü"}\r\n\n{"b":1}{"c":2}\n\0\n{"torn":');
  const path = await file('lines', content);
  for (const chunkBytes of [1, 3, 7, 1 << 20]) {
    const kinds: string[] = [];
    const back: Uint8Array[] = [];
    for await (const line of readLogFile(path, { chunkBytes })) {
      kinds.push(line.kind);
      back.push(...lineBytes(line));
      expect(Buffer.compare(await readPlace(path, line.place), line.raw)).toBe(0);
    }
    expect(kinds).toEqual(['entry', 'blank', 'unreadable', 'unreadable', 'unreadable']);
    expect(Buffer.concat(back).equals(content)).toBe(true);
  }
});

test('an empty file has no lines', async () => {
  const lines = [];
  for await (const line of readLogFile(await file('empty', ''))) lines.push(line);
  expect(lines).toEqual([]);
});

test('a missing file and a directory are refused in one sentence with a hint', async () => {
  const missing = join(folder, 'nowhere');
  await expect(gather(openByteSource(missing))).rejects.toMatchObject({
    name: 'Refusal',
    code: 'file-missing',
    message: `There is no file “${missing}”.`,
    hint: expect.stringContaining('clew ls'),
  });
  await expect(readLogFile(folder).next()).rejects.toMatchObject({
    code: 'is-a-directory',
    message: `“${folder}” is a directory, not a session file.`,
  });
  await expect(readPlace(missing, { line: 1, offset: 0, length: 1 })).rejects.toMatchObject({
    code: 'file-missing',
  });
});

test('control characters of a name never reach the sentence', async () => {
  await expect(readLogFile(join(folder, 'a\u001b[2J\nb')).next()).rejects.toMatchObject({
    message: `There is no file “${folder}/a?[2J?b”.`,
  });
});

test.skipIf(!hasUsers)('a file without permission is refused', async (context) => {
  const path = await file('closed', '{}\n');
  await chmod(folder, 0o755);
  await chmod(path, 0);
  await asNobody(context, () =>
    expect(readLogFile(path).next()).rejects.toMatchObject({ code: 'no-permission' }),
  );
});

test('a place past the end of a file that became shorter is refused', async () => {
  const path = await file('short', '{"a":1}\n{"b":2}\n');
  expect(String(await readPlace(path, { line: 2, offset: 8, length: 7 }))).toBe('{"b":2}');
  await truncate(path, 10);
  await expect(readPlace(path, { line: 2, offset: 8, length: 7 })).rejects.toMatchObject({
    code: 'file-changed',
  });
  const huge = { line: 2, offset: 8, length: Number.MAX_SAFE_INTEGER };
  await expect(readPlace(path, huge)).rejects.toMatchObject({ code: 'line-too-long' });
});

// What stays open shows only in the system's list of open files, and only Linux has one at hand.
test.skipIf(process.platform !== 'linux')('leaving the loop early closes the file', async () => {
  const path = await file('left', '{}\n'.repeat(1000));
  const folder = `/proc/${process.pid}/fd`;
  // One that is closed while they are listed is not open.
  const openFiles = () =>
    readdirSync(folder).flatMap((name) => {
      try {
        return [readlinkSync(join(folder, name))];
      } catch {
        return [];
      }
    });
  for await (const line of readLogFile(path)) {
    expect(openFiles()).toContain(path);
    if (line.place.line === 2) break;
  }
  expect(openFiles()).not.toContain(path);
});

test('a file comes whole whether its size is known, unknown or past', async () => {
  const path = await file('sized', 'a line\nand another');
  for (const size of [18, 0, 5, 2 << 20]) {
    const chunks: Uint8Array[] = [];
    for await (const chunk of sizedByteSource(path, size)) chunks.push(chunk);
    expect(Buffer.concat(chunks).toString()).toBe('a line\nand another');
  }
});

test('a range read at once ends where the file ends, and a missing file is a refusal', async () => {
  const path = await file('at-once', '0123456789');
  expect(Buffer.from(readRange(path, 2, 5)).toString()).toBe('234');
  expect(Buffer.from(readRange(path, 8, 20)).toString()).toBe('89');
  expect(readRange(path, 5, 5)).toHaveLength(0);
  expect(() => readRange(join(folder, 'nowhere'), 0, 1)).toThrow('nowhere');
  expect(() => sizedByteSource(join(folder, 'nowhere'), 1)).toThrow('nowhere');
});
