import { expect, test } from 'vitest';
import { Random } from '../forge/random.ts';
import type { Figures } from './figures.ts';
import { buildLedger } from './ledger.ts';
import { BUILT_IN_PRICES } from './prices.ts';
import { reconcile } from './reconcile.ts';
import { fileOf, recordOf } from './usage.fixture.ts';
import { type FileUsage, readClientLedger } from './usage-record.ts';

const prices = BUILT_IN_PRICES;
const run = (files: readonly FileUsage[]) => reconcile(files, buildLedger(files), prices);

function change(files: readonly FileUsage[], step: string): Figures | undefined {
  return run(files).steps.find((one) => one.step === step)?.change;
}

test('each rule has its step: repeated lines, copies, fuller copies, agents, internal agents, progress', () => {
  const files = [
    fileOf([
      recordOf({ output: 1 }),
      recordOf({ output: 100 }),
      recordOf({ id: 'p', source: 'progress', sidechain: true }),
    ]),
    fileOf([recordOf({ output: 100 })], { file: '/h/s2.jsonl', sessionId: 's2' }),
    fileOf([recordOf({ id: 'a' })], { file: '/h/agent-a.jsonl', agentId: 'a', kind: 'agent' }),
    fileOf([recordOf({ id: 'w' })], { file: '/h/agent-w.jsonl', agentId: 'w', kind: 'internal' }),
  ];
  expect(change(files, 'raw')).toMatchObject({ requests: 3, output: 201 });
  expect(change(files, 'repeated-lines')).toMatchObject({ requests: -1, output: -100 });
  expect(change(files, 'copies')).toMatchObject({ requests: -1, output: -100 });
  expect(change(files, 'fuller-copies')).toMatchObject({ requests: 0, output: 99 });
  expect(change(files, 'agents')).toMatchObject({ requests: 1 });
  expect(change(files, 'internal-agents')).toMatchObject({ requests: 1 });
  expect(change(files, 'progress')).toMatchObject({ requests: 1 });
  expect(run(files).total).toMatchObject({ requests: 4, output: 400 });
});

test('whatever the files hold, the steps add up to the total', () => {
  const random = new Random('reconcile');
  for (let round = 0; round < 200; round++) {
    const files = Array.from({ length: 4 }, (_, i) =>
      fileOf(
        Array.from({ length: random.int(0, 8) }, () =>
          recordOf({
            id: random.int(0, 9) === 0 ? undefined : `m${random.int(0, 6)}`,
            output: random.int(0, 4),
            input: random.int(0, 3),
            time: random.int(0, 5),
            model: ['claude-opus-4-6', 'unknown', '<synthetic>'][random.int(0, 2)] as string,
            source: random.int(0, 3) === 0 ? 'progress' : 'entry',
          }),
        ),
        { file: `/h/${i}.jsonl`, kind: (['main', 'main', 'agent', 'internal'] as const)[i] as 'main' },
      ),
    );
    const { steps, total } = run(files);
    for (const name of ['requests', 'input', 'output', 'cacheRead'] as const)
      expect(steps.reduce((sum, step) => sum + step.change[name], 0)).toBe(total[name]);
    const cost = steps.reduce((sum, step) => sum + step.change.costUSD, 0);
    expect(cost).toBeCloseTo(total.costUSD ?? 0, 9);
  }
});

test("[E4] [K4] the client's ledger beside ours names what was never logged", () => {
  const state = readClientLedger({
    type: 'cost-state',
    totalCostUSD: 0.0031,
    modelUsage: {
      'claude-opus-4-6': {
        inputTokens: 10,
        outputTokens: 100,
        cacheReadInputTokens: 1000,
        cacheCreationInputTokens: 0,
        costUSD: 0.00305,
      },
      'claude-haiku-4-5-20251001': { inputTokens: 24, outputTokens: 5, costUSD: 0.000049 },
    },
  });
  const { comparisons, unknowable } = run([{ ...fileOf([recordOf()]), costState: state }]);
  expect(comparisons).toMatchObject([
    { model: 'opus-4-6', agrees: true, unlogged: { input: 0, output: 0 } },
    { model: 'haiku-4-5', agrees: false, unlogged: { input: 24, output: 5 } },
  ]);
  expect(unknowable).toEqual([]);
});

test("[M3] [K4] an answer that was cut off is not in the client's ledger, or with more output than the log has", () => {
  const cutOff = recordOf({ id: 'b', output: 1, final: false });
  const reasonBeside = (
    inputTokens: number,
    outputTokens: number,
    cacheReadInputTokens: number,
    costUSD: number,
  ) => {
    const costs = { inputTokens, outputTokens, cacheReadInputTokens, cacheCreationInputTokens: 0, costUSD };
    const state = readClientLedger({
      type: 'cost-state',
      totalCostUSD: costUSD,
      modelUsage: { 'claude-opus-4-6': costs },
    });
    return run([{ ...fileOf([recordOf(), cutOff]), costState: state }]).comparisons[0]?.reason;
  };
  // Clients to 2.1.325 leave it out; 2.1.326 charges it, with 24 tokens of output.
  expect(reasonBeside(10, 100, 1000, 0.00305)).toBe('cut-off-answers');
  expect(reasonBeside(20, 124, 2000, 0.0042)).toBe('cut-off-answers');
  // One more request than the log has is no answer cut off.
  expect(reasonBeside(30, 224, 3000, 0.00725)).toBe('unlogged-requests');
});

test('[M3] [K5] what cannot be known is counted and named', () => {
  const { unknowable } = run([
    fileOf([recordOf({ final: false }), recordOf({ id: 'b', model: 'unknown', time: undefined })]),
  ]);
  expect(unknowable.map(({ what, count }) => [what, count])).toEqual([
    ['output-at-least', 1],
    ['no-client-ledger', 1],
    ['unpriced', 1],
    ['no-time', 1],
  ]);
});

test("[E4] the client's figures under two names of one model are added up", () => {
  const cost = { inputTokens: 5, outputTokens: 50, cacheReadInputTokens: 500, costUSD: 0.001525 };
  const state = readClientLedger({
    type: 'cost-state',
    totalCostUSD: 0.00305,
    modelUsage: { 'claude-opus-4-6': cost, 'claude-opus-4-6[1m]': cost },
  });
  const { comparisons } = run([{ ...fileOf([recordOf()]), costState: state }]);
  expect(comparisons).toMatchObject([
    { model: 'opus-4-6', agrees: true, client: { input: 10, output: 100 } },
  ]);
});
