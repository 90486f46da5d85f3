// A count of answers comes to the sums of a count of records, in forged homes and in the real one.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { CORPUS, corpusFiles } from '../../test/corpus/corpus.ts';
import { findSessions } from '../disk/find-sessions.ts';
import { forgeHome } from '../forge/forge-home.ts';
import { AnswerLedger } from '../stats/answer-ledger.ts';
import { groupUsage } from '../stats/group-usage.ts';
import { buildLedger, type LedgerMessage } from '../stats/ledger.ts';
import { BUILT_IN_PRICES } from '../stats/prices.ts';
import { zoneClock } from '../stats/zone-clock.ts';
import { UsageThreads, usageTargets } from './count-usage.ts';

const folder = mkdtempSync(join(tmpdir(), 'clew-count-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function expectSameSums(home: string): Promise<number> {
  const targets = usageTargets(await findSessions([home]));
  const records = await new UsageThreads(0).count(targets);
  const answers = await new UsageThreads(0).countAnswers(targets);
  expect(answers.problems).toEqual(records.problems);
  const { messages } = buildLedger(records.files);
  const ledger = new AnswerLedger(answers.files);
  for (const by of ['day', 'model', 'project', 'session', 'agent'] as const) {
    expect(rowsOf(ledger, by), by).toBe(rowsOf(messages, by));
  }
  return messages.length;
}

function rowsOf(
  messages: Iterable<LedgerMessage>,
  by: 'day' | 'model' | 'project' | 'session' | 'agent',
): string {
  const rows = groupUsage(messages, { by, clock: zoneClock('utc'), prices: BUILT_IN_PRICES });
  // What is behind the ninth digit of a sum of money depends on the order of adding.
  return JSON.stringify(rows, (_, value) => (typeof value === 'number' ? Number(value.toFixed(9)) : value));
}

test('[K3] forged sessions, agents and forks', async () => {
  for (const { path, chunks } of forgeHome({ seed: 'count', sessions: 25 })) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), Buffer.concat([...chunks]));
  }
  expect(await expectSameSums(folder)).toBeGreaterThan(200);
});

test.skipIf(corpusFiles().length === 0)('[K3] and the real ones', async () => {
  expect(await expectSameSums(CORPUS)).toBeGreaterThan(1000);
});
