import { appendFileSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { SlimFile } from './slim-file.ts';

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'clew-slim-'));
  file = join(folder, 'a.jsonl');
});
afterEach(() => rmSync(folder, { recursive: true }));

const line = (name: string, text = '') => `${JSON.stringify({ uuid: name, text })}\n`;

function namesOf(slim: SlimFile): unknown[] {
  return slim.lines.map((one) => (one.kind === 'entry' ? one.value.uuid : one.kind));
}

async function readNew(): Promise<string[]> {
  const fresh = new SlimFile(file);
  await fresh.update();
  return namesOf(fresh) as string[];
}

test('a file that has grown is read on from where it ended, half a line included', async () => {
  writeFileSync(file, line('a') + line('b', 'x'.repeat(5000)) + line('c').slice(0, 5));
  const slim = new SlimFile(file);
  expect(await slim.update()).toBe('read');
  expect(await slim.update()).toBe('same');
  appendFileSync(file, line('c').slice(5) + line('d'));
  expect(await slim.update()).toBe('appended');
  expect(namesOf(slim)).toEqual(['a', 'b', 'c', 'd']);
});

test('a file that was written anew in its place is read anew, though it is longer than before', async () => {
  writeFileSync(file, line('a') + line('b'));
  const slim = new SlimFile(file);
  await slim.update();
  truncateSync(file, 0);
  appendFileSync(file, line('other', 'longer than what was there') + line('c') + line('d'));
  expect(await slim.update()).toBe('read');
  expect(namesOf(slim)).toEqual(['other', 'c', 'd']);
  expect(namesOf(slim)).toEqual(await readNew());
});

test('a file that was cut short is read anew', async () => {
  writeFileSync(file, line('a') + line('b', 'x'.repeat(5000)) + line('c'));
  const slim = new SlimFile(file);
  await slim.update();
  truncateSync(file, line('a').length);
  expect(await slim.update()).toBe('read');
  expect(namesOf(slim)).toEqual(['a']);
  expect((await slim.readWhole([1, 2, 3])).size).toBe(0);
});
