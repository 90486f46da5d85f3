import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { joinBytes } from '../../base/bytes.ts';
import { largeSession } from '../../forge/forge-large.ts';
import { parseLog } from '../../log/read-log.ts';
import { openTranscript } from '../../render/transcript.ts';
import { toWebRow } from '../../render/web/to-web-row.ts';
import { WebThread } from '../../render/web/web-thread.ts';
import { buildThread } from '../../session/session.ts';
import type { StoredSession } from '../store/session-store.ts';
import { QuickRows } from './quick-rows.ts';

const folder = mkdtempSync(join(tmpdir(), 'clew-quick-'));
afterAll(() => rmSync(folder, { recursive: true }));

const { sessionId, chunks } = largeSession({ seed: 'quick rows', bytes: 7_000_000 });
const bytes = joinBytes([...chunks]);
const file = join(folder, `${sessionId}.jsonl`);
writeFileSync(file, bytes);
const stored = {
  session: { file, sessionId, bytes: bytes.length },
  line: { title: 'long' },
} as unknown as StoredSession;

const thread = buildThread(parseLog(bytes));
const whole = new WebThread(
  openTranscript({ sessionId, title: 'long', thread, agents: [] }, { agents: 'reference' }),
);

/** Rows of the whole session, as a page carries them; what only the whole can tell is left out. */
function pageOf(from: number, count: number, turns: boolean): unknown[] {
  return whole.rows(from, count).map((row) => {
    const turn = turns ? (row.turn?.number ?? 0) : 0;
    return toWebRow(row.row, { id: row.id, index: row.index, turn }, { most: 4000 });
  });
}

test('the first rows, read from the beginning of the file alone, are those of the whole', async () => {
  const quickRows = new QuickRows();
  const counts: number[] = [];
  for (let asked = 0; asked < 3; asked++) {
    const quick = await quickRows.read(stored, { count: 100 });
    const count = quick?.rows.length ?? 0;
    counts.push(count);
    // The head line sums the session up, so it is another until all is read.
    expect(quick?.rows.slice(1)).toEqual(pageOf(1, count - 1, true));
  }
  // Some at once, and who asks again gets all.
  expect(counts[0]).toBeGreaterThan(20);
  expect(counts).toEqual([expect.any(Number), 100, 100]);
  expect(counts[0]).toBeLessThan(100);
});

test('what was read of an end is held until the file is another', async () => {
  const quickRows = new QuickRows();
  const copy = join(folder, 'copy.jsonl');
  const at = (modified: number) =>
    ({ ...stored, session: { ...stored.session, file: copy, modified } }) as unknown as StoredSession;
  writeFileSync(copy, bytes);
  for (const query of [{ count: 30 }, { from: -20 }]) {
    const first = await quickRows.read(at(1), query);
    rmSync(copy);
    expect(await quickRows.read(at(1), query)).toEqual(first);
    await expect(quickRows.read(at(2), query)).rejects.toThrow();
    writeFileSync(copy, bytes);
  }
});

test('the last rows, read from the end of the file alone, have the names that they have in the whole', async () => {
  const quick = await new QuickRows().read(stored, { from: -20 });
  expect(quick?.rows).toHaveLength(20);
  const names = pageOf(whole.total - 20, 20, false).map((row) => (row as { id: string }).id);
  expect(quick?.rows.map(({ id }) => id)).toEqual(names);
});

test('what is at neither end is not answered early', async () => {
  for (const query of [{ from: 101 }, { turn: '3' }, { branch: '2' }, { agent: 'a' }, { line: 5 }])
    expect(await new QuickRows().read(stored, query)).toBeUndefined();
});
