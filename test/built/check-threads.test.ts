// Threads run compiled code only, so this looks at what was built: on many threads a check finds what it finds on one.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { joinBytes } from '../../src/base/bytes.ts';
import { damage } from '../../src/forge/damage.ts';
import { forgeLargeSession } from '../../src/forge/forge-large.ts';
import { checkHomes } from '../../src/load/check-files.ts';
import type { HomeFile } from '../../src/load/check-pool.ts';
import { isBuilt } from '../package/install-built.ts';
import { loadBuilt } from './load-built.ts';

type Module = typeof import('../../src/load/check-files.ts');

const NOW = Date.UTC(2030, 0, 1);
let home: string;

beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), 'clew-threads-'));
  const project = join(home, 'projects', '-work');
  mkdirSync(project, { recursive: true });
  for (let n = 0; n < 6; n++) {
    const bytes = joinBytes([...forgeLargeSession({ seed: n, bytes: n === 2 ? 1_500_000 : 600_000 })]);
    const name = `${String(n).repeat(8)}-89ab-4cde-8f01-23456789abcd.jsonl`;
    writeFileSync(join(project, name), n % 2 ? damage(bytes, { seed: n }) : bytes);
  }
});

afterAll(() => rmSync(home, { recursive: true }));

async function all(check: typeof checkHomes): Promise<HomeFile[]> {
  const found: HomeFile[] = [];
  for await (const file of (await check([home], NOW)).files) found.push(file);
  return found;
}

test.skipIf(!isBuilt)('[L1] threads find what one finds, in the same order', async () => {
  const inThreads = await loadBuilt<Module>('load/check-files.js');
  const [many, one] = [await all(inThreads.checkHomes), await all(checkHomes)];
  expect(one).toHaveLength(6);
  expect(one.some(({ check }) => (check?.problems.length ?? 0) > 0)).toBe(true);
  expect(many).toEqual(one);
});

test.skipIf(!isBuilt)('whoever stops early is not kept waiting, and the threads end', async () => {
  const { checkHomes: check } = await loadBuilt<Module>('load/check-files.js');
  let seen = 0;
  for await (const _ of (await check([home], NOW)).files) if (++seen === 1) break;
  expect(seen).toBe(1);
});
