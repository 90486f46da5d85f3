import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runClew } from '../cli/run-clew.ts';
import { CORPUS, hasCorpus } from './corpus.ts';

const dist = join(import.meta.dirname, '..', '..', 'dist');

type Row = Readonly<Record<string, number>>;
type Table = Readonly<Record<string, Row>>;

const run = async (by: string, ...words: string[]) => {
  const { out } = await runClew(
    ['stats', '--home', CORPUS, '--no-catalog', '--timezone', 'utc', '--json', '--by', by, ...words],
    {},
  );
  return JSON.parse(out) as { rows: ({ key: string } & Row)[]; totals: Row };
};

test.skipIf(!hasCorpus)(
  '[K3] the sums equal an independent count: tokens to the unit, money to 1e-6',
  async () => {
    const script = join(import.meta.dirname, '..', 'independent', 'stats_count.py');
    const counted = JSON.parse(
      execFileSync('python3', [script, CORPUS], { encoding: 'utf8', maxBuffer: 1e8 }),
    ) as { totals: Row; models: Table; days: Table; sessions: Table };
    for (const [by, table] of [
      ['model', counted.models],
      ['day', counted.days],
      ['session', counted.sessions],
    ] as const) {
      const { rows, totals } = await run(by);
      expectSame(totals, counted.totals, 'totals');
      expect(rows.map(({ key }) => key).sort()).toEqual(Object.keys(table).sort());
      for (const row of rows) expectSame(row, table[row.key] as Row, `${by} ${row.key}`);
    }
    expect(counted.totals.requests).toBeGreaterThan(1000);
  },
);

function expectSame(found: Row, expected: Row, what: string): void {
  for (const [name, value] of Object.entries(expected)) {
    if (name === 'costUSD')
      expect(Math.abs((found[name] ?? 0) - value), `${what} ${name}`).toBeLessThan(1e-6);
    else expect(found[name], `${what} ${name}`).toBe(value);
  }
}

// The native program, as npm installs it for the platform, or wherever CLEW_CCUSAGE says that it lies.
const ccusage =
  process.env.CLEW_CCUSAGE ??
  join(
    import.meta.dirname,
    `../../node_modules/@ccusage/ccusage-${process.platform}-${process.arch}/bin/ccusage`,
  );

interface TheirDay {
  readonly period: string;
  readonly modelBreakdowns: readonly ({ readonly modelName: string } & Row)[];
}

test.skipIf(!hasCorpus || !existsSync(ccusage))(
  'day by day and model by model the sums are those of ccusage, which names fast mode as a model of its own',
  async () => {
    // npm unpacks it without leave to run; its own launcher does the same.
    chmodSync(ccusage, 0o755);
    const text = execFileSync(ccusage, ['daily', '--offline', '--json', '--breakdown', '--timezone', 'UTC'], {
      encoding: 'utf8',
      env: { ...process.env, CLAUDE_CONFIG_DIR: CORPUS },
      maxBuffer: 1e8,
    });
    const theirs = new Map<string, number[]>();
    for (const { period, modelBreakdowns } of (JSON.parse(text) as { daily: TheirDay[] }).daily) {
      for (const model of modelBreakdowns) {
        const key = `${period} ${model.modelName.replace(/-fast$/, '')}`;
        const figures = [
          model.inputTokens,
          model.outputTokens,
          model.cacheReadTokens,
          model.cacheCreationTokens,
          model.cost,
        ] as number[];
        theirs.set(
          key,
          figures.map((figure, i) => figure + (theirs.get(key)?.[i] ?? 0)),
        );
      }
    }
    const { rows } = await run('day', '--breakdown');
    const ours = new Map<string, number[]>();
    for (const row of rows) {
      for (const model of (row as unknown as { models: ({ model: string } & Row)[] }).models) {
        const {
          input = 0,
          output = 0,
          cacheRead = 0,
          cacheWrite5m = 0,
          cacheWrite1h = 0,
          costUSD = 0,
        } = model;
        ours.set(`${row.key} ${model.model}`, [
          input,
          output,
          cacheRead,
          cacheWrite5m + cacheWrite1h,
          costUSD,
        ]);
      }
    }
    expect([...ours.keys()].sort()).toEqual([...theirs.keys()].sort());
    for (const [key, figures] of ours) {
      const expected = theirs.get(key) as number[];
      expect(figures.slice(0, 4), key).toEqual(expected.slice(0, 4));
      expect(Math.abs((figures[4] as number) - (expected[4] as number)), key).toBeLessThan(1e-6);
    }
  },
);

// A thread of Node 20 cannot run TypeScript, so this asks the build, where there is one, whether its two ways agree.
test.skipIf(!hasCorpus || !existsSync(join(dist, 'load', 'count-usage-worker.js')))(
  'threads count what one thread counts',
  async () => {
    const { UsageThreads, usageTargets } = (await import(
      join(dist, 'load', 'count-usage.js')
    )) as typeof import('../../src/load/count-usage.ts');
    const { findSessions } = (await import(
      join(dist, 'disk', 'find-sessions.js')
    )) as typeof import('../../src/disk/find-sessions.ts');
    const targets = usageTargets(await findSessions([CORPUS]));
    const alone = await new UsageThreads(0).count(targets);
    const shared = await new UsageThreads(2).count(targets);
    expect(shared).toEqual(alone);
    expect(alone.files).toHaveLength(targets.length);
  },
);
