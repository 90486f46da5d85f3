// Threads run compiled code only, so this looks at what was built: a clone that is hashed beside is the one that is not.
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { joinBytes } from '../../src/base/bytes.ts';
import { selectSession } from '../../src/disk/select-session.ts';
import { forgeLargeSession } from '../../src/forge/forge-large.ts';
import { cloneFile } from '../../src/load/clone-session.ts';
import { readRecords } from '../../src/load/lineage-record.ts';
import { isBuilt } from '../package/install-built.ts';
import { loadBuilt } from './load-built.ts';

const name = '01234567-89ab-4cde-8f01-23456789abcd';
let home: string;
let source: string;

beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), 'clew-long-clone-'));
  const project = join(home, 'projects', '-work');
  mkdirSync(project, { recursive: true });
  source = join(project, `${name}.jsonl`);
  writeFileSync(source, joinBytes([...forgeLargeSession({ seed: 7, bytes: 6_000_000 })]));
});

afterAll(() => rmSync(home, { recursive: true }));

function hashOf(file: string): string {
  return createHash('sha256').update(readFileSync(file)).digest('hex');
}

/** Its record and its bytes; the same ids each time, so that they can be compared. */
async function clone(make: typeof cloneFile, longBytes: number) {
  const machine = { env: {}, homeDirectory: home, workingDirectory: home, platform: 'linux' };
  const dataDir = mkdtempSync(join(home, 'data-'));
  let ids = 0;
  const { file } = await make(await selectSession(source, { homes: [home], machine }), {
    dataDir,
    longBytes,
    now: () => new Date('2026-01-02T03:04:05Z'),
    newUuid: () => `00000000-0000-4000-8000-${String(++ids).padStart(12, '0')}`,
  });
  const [record = expect.fail()] = await readRecords(dataDir);
  const bytes = readFileSync(file);
  expect(record).toMatchObject({ state: 'whole', source: { file: source, sha256: hashOf(source) } });
  expect(record.files).toEqual([{ file, bytes: bytes.length, sha256: hashOf(file) }]);
  rmSync(file);
  return { record, bytes };
}

test.skipIf(!isBuilt)('a clone hashed on a thread of its own is the same, record and all', async () => {
  const { cloneFile: make } = await loadBuilt<{ cloneFile: typeof cloneFile }>('load/clone-session.js');
  const beside = await clone(make, 1000);
  const alone = await clone(cloneFile, Number.POSITIVE_INFINITY);
  expect(beside.bytes.equals(alone.bytes)).toBe(true);
  expect(beside.record).toEqual(alone.record);
});
