import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Glance, glanceFile } from './glance-file.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'clew-glance-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function glance(text: string, project = '-a'): Promise<Glance> {
  const file = join(folder, 'one.jsonl');
  await writeFile(file, text);
  return glanceFile({ file, bytes: (await stat(file)).size, project });
}

const line = (day: number, more: object = {}): string =>
  `${JSON.stringify({ type: 'user', timestamp: `2026-01-0${day}T00:00:00.000Z`, ...more })}\n`;

test('times are those of the first and the last line that has one', async () => {
  const text = `{"type":"summary"}\n${line(2, { cwd: '/a' })}${line(4)}${line(3)}{"type":"mode"}\n`;
  expect(await glance(text)).toEqual({
    project: '/a',
    created: Date.parse('2026-01-02'),
    modified: Date.parse('2026-01-03'),
  });
});

test('[L2] a last line longer than the tail is still found', async () => {
  const text = `${line(1)}${line(5, { text: 'x'.repeat(400_000) })}`;
  expect((await glance(text)).modified).toBe(Date.parse('2026-01-05'));
});

test('[L1] half a line at the end does not hide the line before it', async () => {
  expect((await glance(`${line(1)}${line(2)}{"timestamp":"2026-01-09T00`)).modified).toBe(
    Date.parse('2026-01-02'),
  );
});

test('[F1] the project is the directory that names the folder, else the first one', async () => {
  const untimed = JSON.stringify({ cwd: '/b' });
  expect((await glance(`${untimed}\n${line(1, { cwd: '/a' })}`)).project).toBe('/a');
  expect((await glance(`${untimed}\n${line(1, { cwd: '/c' })}`, '-z')).project).toBe('/b');
  expect((await glance(line(1))).project).toBeUndefined();
});

test('a file that is gone has nothing to tell', async () => {
  const gone = await glanceFile({ file: join(folder, 'gone.jsonl'), bytes: 10, project: '-a' });
  expect(gone).toEqual({ project: undefined, created: undefined, modified: undefined });
});
