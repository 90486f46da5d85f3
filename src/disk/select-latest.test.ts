import { readFileSync, statSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { corpusFiles, hasCorpus } from '../../test/corpus/corpus.ts';
import { damage } from '../forge/damage.ts';
import { forgeSession } from '../forge/forge-session.ts';
import { timeOf } from '../log/fields.ts';
import { parseLog } from '../log/read-log.ts';
import { hasTime, readLastTime } from './select-latest.ts';

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'clew-latest-'));
});

afterAll(() => rm(folder, { recursive: true }));

/** The slow way: all of the file is parsed. */
function lastTime(bytes: Uint8Array): number | undefined {
  const last = parseLog(bytes).findLast(hasTime);
  return last && timeOf(last);
}

test('the last time is found from the end of damaged files as from the whole', async () => {
  const file = join(folder, 'session.jsonl');
  for (let seed = 0; seed < 40; seed++) {
    const { files } = forgeSession({ seed });
    const bytes = damage(Buffer.from(files[0]?.text ?? ''), { seed });
    await writeFile(file, bytes);
    expect(await readLastTime(file, bytes.length)).toBe(lastTime(bytes));
  }
});

test('lines longer than the first look, and files without any time', async () => {
  const file = join(folder, 'long.jsonl');
  for (const text of [
    '',
    '\n\n',
    '{"a":1}\n',
    `{"timestamp":"2026-01-01T00:00:00.000Z"}\n{"a":"${'x'.repeat(400_000)}"}`,
  ]) {
    await writeFile(file, text);
    expect(await readLastTime(file, Buffer.byteLength(text))).toBe(lastTime(Buffer.from(text)));
  }
});

test.skipIf(!hasCorpus)('and of the corpus', async () => {
  for (const file of corpusFiles().filter((name) => statSync(name).size < 200_000))
    expect(await readLastTime(file, statSync(file).size)).toBe(lastTime(readFileSync(file)));
});
