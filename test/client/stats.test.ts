// The sums of clew beside the client's own ledger, for every lab session whose client keeps one.
import { readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { UsageReader } from '../../src/load/count-usage-file.ts';
import { compareLedgers, type LedgerComparison } from '../../src/stats/compare-ledgers.ts';
import { buildLedger } from '../../src/stats/ledger.ts';
import { BUILT_IN_PRICES } from '../../src/stats/prices.ts';
import type { FileUsage } from '../../src/stats/usage-record.ts';
import { whyNotAvailable } from './available.ts';
import { produceSessions } from './produce-sessions.ts';
import { labVersions } from './versions.ts';

const reason = await whyNotAvailable();
if (reason !== undefined) console.log(`client lab skipped: ${reason}`);

/** Every file of the scenario's project: the session, what it was forked from, and the agents. */
function readFiles(folder: string): FileUsage[] {
  const reader = new UsageReader();
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.jsonl'))
    .map((name) => {
      const agentId = /^agent-(.+)\.jsonl$/.exec(basename(name))?.[1];
      const owner = name.includes('/') ? name.split('/')[0] : undefined;
      const sessionId = agentId === undefined ? basename(name, '.jsonl') : owner;
      return reader.read({ file: join(folder, name), bytes: 0, slug: '-', sessionId, agentId });
    });
}

describe.skipIf(reason !== undefined)("clew stats and the client's own ledger", () => {
  const found = new Map<string, LedgerComparison[]>();

  beforeAll(async () => {
    const newest = (await labVersions()).at(-1) as string;
    for (const cell of await produceSessions({ versions: [newest] })) {
      if (cell.kind !== 'produced') continue;
      found.set(cell.scenario, compareLedgers(buildLedger(readFiles(dirname(cell.file))), BUILT_IN_PRICES));
    }
  }, 1_800_000);

  test('the newest client keeps a ledger in nearly every scenario', () => {
    expect([...found.values()].filter((one) => one.length > 0).length).toBeGreaterThan(20);
  });

  test('[K4] tokens and money agree for every model, but for what the client never logs or was cut off', () => {
    const differing = [...found].flatMap(([scenario, comparisons]) =>
      comparisons.filter(({ agrees }) => !agrees).map(({ reason: why }) => `${scenario}: ${why}`),
    );
    expect(differing.sort()).toEqual([
      'compact-automatic: unlogged-requests',
      'compact-by-print: unlogged-requests',
      'compact-in-terminal: unlogged-requests',
      'interrupted-text: cut-off-answers',
    ]);
  });

  test('[K4] what a compaction leaves unlogged is the one request for its summary', () => {
    for (const scenario of ['compact-automatic', 'compact-by-print', 'compact-in-terminal']) {
      // The lab's API answers every request with these figures.
      expect(found.get(scenario), scenario).toMatchObject([
        { unlogged: { input: 12, output: 123, cacheRead: 5000, cacheWrite5m: 1000 } },
      ]);
    }
  });
});
