import { expect, test } from 'vitest';
import { parseLog } from '../log/read-log.ts';
import { compareLedgers } from '../stats/compare-ledgers.ts';
import { buildLedger } from '../stats/ledger.ts';
import { BUILT_IN_PRICES } from '../stats/prices.ts';
import { type FileUsage, readClientLedger, readUsageRecord } from '../stats/usage-record.ts';
import { eraOf } from './eras.ts';
import { fileBytes, forgeSession } from './forge-session.ts';

test('[E4] the ledger of a made-up session agrees with its lines, model by model, agents included', () => {
  const session = forgeSession({
    seed: 'ledger',
    era: eraOf('2.1.325'),
    turns: 3,
    shape: ['agent', 'nested-agent'],
  });
  const files = session.files
    .filter(({ path }) => path.endsWith('.jsonl'))
    .map((forged, n): FileUsage => {
      const entries = parseLog(fileBytes(forged)).flatMap((line) => (line.kind === 'entry' ? [line] : []));
      const place = { file: forged.path, slug: '', sessionId: session.sessionId, project: undefined };
      return {
        file: { ...place, agentId: n === 0 ? undefined : forged.path, kind: n === 0 ? 'main' : 'agent' },
        records: entries.flatMap(({ value }) => readUsageRecord(value, 0) ?? []),
        costState: entries.map(({ value }) => readClientLedger(value)).findLast((one) => one !== undefined),
      };
    });
  const compared = compareLedgers(buildLedger(files), BUILT_IN_PRICES);
  expect(compared.map(({ model, reason }) => [model, reason])).toEqual([
    ['opus-5-5', 'agrees'],
    ['haiku-5-5', 'agrees'],
  ]);
});
