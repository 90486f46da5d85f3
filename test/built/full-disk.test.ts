// What the system does not take any more: a process of its own that may write no larger file, because here a full disk cannot be had.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { built, isBuilt } from '../package/install-built.ts';

const isHere = isBuilt && process.platform === 'linux';
let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'clew-full-'));
});

afterAll(() => rmSync(folder, { recursive: true }));

/** Writes pieces of a size until there are 12 MB or the system refuses, and tells what came of it and how many were asked for. */
function write(piece: number): unknown {
  const program = `
    import { writeFileAtomically } from ${JSON.stringify(pathToFileURL(join(built, 'disk/write-file.js')).href)};
    let asked = 0;
    let isClosed = false;
    function* source() {
      try {
        for (; asked < ${12_000_000 / piece}; asked++) yield new Uint8Array(${piece}).fill(65);
      } finally {
        isClosed = true;
      }
    }
    const result = await writeFileAtomically(process.argv[1], source()).catch(({ name, code }) => ({ name, code }));
    console.log(JSON.stringify({ result, bytes: asked * ${piece}, isClosed }));`;
  // 4,096 blocks of 512 bytes: 2 MB. Without the trap the system ends the process instead of telling it.
  const limited = `trap '' XFSZ; ulimit -f 4096; exec "$0" "$@"`;
  const words = ['--input-type=module', '--eval', program, join(folder, 'session.jsonl')];
  const run = spawnSync('sh', ['-c', limited, process.execPath, ...words], { encoding: 'utf8' });
  expect(run.stderr).toBe('');
  return JSON.parse(run.stdout);
}

test.skipIf(!isHere).each([100_000, 3_000_000])(
  'a file that the system does not take whole is refused, and nothing is left of it (pieces of %i bytes)',
  (piece) => {
    const told = write(piece);
    expect(told).toMatchObject({ result: { name: 'Refusal', code: 'cannot-write' }, isClosed: true });
    // Not all of it was made before the refusal was heard.
    expect((told as { bytes: number }).bytes).toBeLessThan(9_000_000);
    expect(readdirSync(folder)).toEqual([]);
  },
);
