// Threads run compiled code only, so this looks at what was built: a thread's refusal is a refusal, whoever meets it first.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Refusal } from '../../src/base/refusal.ts';
import type { scanFiles } from '../../src/catalog/scan/scan-files.ts';
import { isBuilt } from '../package/install-built.ts';
import { loadBuilt } from './load-built.ts';

const ENDLESS = { kind: 'regex', text: '^(a+)+$', ignoreCase: false } as const;
/** Milliseconds. As long as a person has to wait by default, nobody need wait here. */
const MOST = 1000;
let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'clew-scan-'));
});

afterAll(() => rmSync(folder, { recursive: true }));

/** A file that claims to be worth a thread, the larger the earlier it is searched. */
function plant(name: string, text: string, lines: number, bytes: number) {
  const path = join(folder, name);
  const line = `${JSON.stringify({ type: 'user', message: { content: text } })}\n`;
  writeFileSync(path, line.repeat(lines));
  return { path, sessionId: name, agentId: undefined, bytes };
}

async function load() {
  const { scanFiles: scan } = await loadBuilt<{ scanFiles: typeof scanFiles }>('catalog/scan/scan-files.js');
  const { Refusal: Refused } = await loadBuilt<{ Refusal: typeof Refusal }>('base/refusal.js');
  return { scan, Refused };
}

test.skipIf(!isBuilt)('a pattern without end that another thread meets is refused', async () => {
  const { scan, Refused } = await load();
  // This thread is busy with the first until the other is awake and takes the second.
  const targets = [plant('a', 'b', 200_000, 900_000_000), plant('b', `${'a'.repeat(40)}!`, 1, 1)];
  const scanned = scan(targets, ENDLESS, MOST);
  await expect(scanned).rejects.toBeInstanceOf(Refused);
  await expect(scanned).rejects.toMatchObject({ code: 'endless-pattern' });
});

test.skipIf(!isBuilt)('where several threads meet one, the first ends all of them', async () => {
  const { scan, Refused } = await load();
  const endless = (name: string, bytes: number) => plant(name, `${'a'.repeat(40)}!`, 1, bytes);
  const targets = [plant('a', 'b', 200_000, 900_000_000), endless('b', 2), endless('c', 1)];
  await expect(scan(targets, ENDLESS, MOST)).rejects.toBeInstanceOf(Refused);
  // A thread that was left to itself would fail where nobody listens.
  await new Promise((done) => setTimeout(done, 1000));
});
