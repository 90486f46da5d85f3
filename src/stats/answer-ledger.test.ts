// Sums from the answers are those from the records: over made-up copies of every kind, and over real and forged sessions.
import { expect, test } from 'vitest';
import { Random } from '../forge/random.ts';
import { AnswerLedger } from './answer-ledger.ts';
import { joinAnswers } from './file-answers.ts';
import { groupUsage } from './group-usage.ts';
import { buildLedger, type LedgerMessage } from './ledger.ts';
import { BUILT_IN_PRICES } from './prices.ts';
import { addSums, sumUsage } from './sum-usage.ts';
import { fileOf, recordOf } from './usage.fixture.ts';
import type { FileUsage, UsageRecord } from './usage-record.ts';
import { zoneClock } from './zone-clock.ts';

/** Without what the answers do not keep; lone ones stand at the end of a ledger, and among the others here. */
function bare(messages: Iterable<LedgerMessage>): object[] {
  return Array.from(messages, ({ id: _, tools: __, copiedTo: ___, ...rest }) => rest).sort((a, b) =>
    JSON.stringify(a) < JSON.stringify(b) ? -1 : 1,
  );
}

function expectSame(files: readonly FileUsage[]): void {
  const whole = buildLedger(files).messages;
  const ledger = new AnswerLedger(files.map(joinAnswers));
  expect(bare(ledger)).toEqual(bare(whole));
  // A second walk gives the same.
  expect([...ledger]).toHaveLength(whole.length);
}

/** Few ids, times, sessions and figures, so that every kind of copy and tie comes about. */
function madeUp(random: Random): FileUsage[] {
  const some = <T>(...values: T[]): T => random.pick(values);
  const record = (): UsageRecord =>
    recordOf({
      id: some('a', 'b', 'c', 'd', 'e', undefined),
      time: some(1000, 2000, 3000, undefined),
      model: some('claude-opus-4-6', 'claude-x', '<synthetic>', undefined),
      output: some(1, 1, 2, 300),
      input: random.int(0, 5),
      cacheWrite1h: random.int(0, 2),
      webSearches: some(0, 0, 1),
      fast: some(true, false),
      usOnly: some(true, false),
      final: some(true, false),
      sessionId: some('s1', 's2', undefined),
      agentId: some('a1', 'aprompt_suggestion-1', undefined),
      sidechain: some(true, false),
      source: some('entry', 'progress'),
    });
  return Array.from({ length: random.int(1, 5) }, (_, i) =>
    fileOf(Array.from({ length: random.int(0, 8) }, record), {
      file: `/h/${random.int(0, 9)}${i}.jsonl`,
      slug: some('-work-a', '-work-b'),
      sessionId: some('s1', 's2', undefined),
      agentId: some('a1', undefined),
      kind: some('main', 'agent', 'internal'),
      project: some('/work/a', '/work/b', undefined),
    }),
  );
}

test('[K3] copies are joined as the ledger joins them, whatever they disagree in', () => {
  const random = new Random('answers');
  let joined = 0;
  for (let round = 0; round < 400; round++) {
    const files = madeUp(random);
    const records = files.reduce((sum, file) => sum + file.records.length, 0);
    joined += records - buildLedger(files).messages.length;
    expectSame(files);
  }
  expect(joined).toBeGreaterThan(1000);
});

test('[K3] the rows of every grouping but that by tool are the same', () => {
  const random = new Random('groups');
  const files = Array.from({ length: 20 }, () => madeUp(random)).flat();
  const { messages } = buildLedger(files);
  const ledger = new AnswerLedger(files.map(joinAnswers));
  for (const by of ['day', 'week', 'month', 'model', 'project', 'session', 'agent'] as const) {
    const options = { by, clock: zoneClock('utc'), prices: BUILT_IN_PRICES };
    const round = (rows: readonly object[]): string =>
      JSON.stringify(rows, (_, value) => (typeof value === 'number' ? Number(value.toFixed(9)) : value));
    expect(round(groupUsage(ledger, options))).toBe(round(groupUsage(messages, options)));
  }
});

test('the rows of a grouping add up to the sum of its messages', () => {
  const random = new Random('sums');
  for (let round = 0; round < 50; round++) {
    const ledger = new AnswerLedger(madeUp(random).map(joinAnswers));
    const rows = groupUsage(ledger, { by: 'model', clock: zoneClock('utc'), prices: BUILT_IN_PRICES });
    const { costUSD, ...sum } = sumUsage(ledger, BUILT_IN_PRICES);
    const { costUSD: added, ...rest } = addSums(rows);
    expect(rest).toEqual(sum);
    expect(added?.toFixed(9)).toBe(costUSD?.toFixed(9));
  }
});

test('no files, and files without answers, make an empty ledger', () => {
  expect([...new AnswerLedger([])]).toEqual([]);
  expect([...new AnswerLedger([joinAnswers(fileOf([]))])]).toEqual([]);
});

test('many ids find their own message', () => {
  const records = Array.from({ length: 5000 }, (_, i) => recordOf({ id: `msg_${i}`, output: i }));
  expectSame([fileOf(records), fileOf(records.slice(0, 300), { file: '/h/copy.jsonl', sessionId: 's2' })]);
});
