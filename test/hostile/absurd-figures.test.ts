// Numbers and times that no client could have written: one such line may not spoil the sums of a whole home.
import { expect, test } from 'vitest';
import { parseClockTime } from '../../src/base/parse-time.ts';
import { answer, chain, hostileHome, prompt } from './home.fixture.ts';

const { plant, run } = hostileHome();
const ID = 'aaaaaaaa-0000-4000-8000-000000000001';
const TIMES = [
  '+275760-09-13T00:00:00.000Z',
  '-271821-04-20T00:00:00.000Z',
  '9999-12-31T23:59:59.999Z',
  '0000-01-01T00:00:00Z',
  'not a time',
  '2026-02-30T25:61:61Z',
];
const FIGURES = ['1e400', '-1e400', '1e308', '-5', '0.5', '9007199254740993'];

const honest = chain(ID, [prompt('hello'), answer('honest', [{ type: 'text', text: 'hi' }])]);
const forged = FIGURES.flatMap((figure, n) =>
  chain('', [answer(`forged-${n}`, [{ type: 'text', text: 'x' }], { usage: 'USAGE' })]).map((entry) =>
    JSON.stringify({
      ...entry,
      uuid: `cccccccc-0000-4000-8000-00000000000${n}`,
      timestamp: TIMES[n],
    }).replace(
      '"USAGE"',
      `{"input_tokens":${figure},"output_tokens":${figure},"cache_read_input_tokens":${figure},"cache_creation_input_tokens":${figure},"cache_creation":{"ephemeral_1h_input_tokens":${figure}}}`,
    ),
  ),
);
plant('-work', `${ID}.jsonl`, [...honest, ...forged]);

interface Sums {
  readonly totals: {
    readonly requests: number;
    readonly input: number;
    readonly output: number;
    readonly costUSD: number;
  };
}

test.each(['day', 'week', 'month', 'model', 'project', 'session', 'agent', 'tool', 'block'])(
  'the sums by %s are those of the honest lines',
  async (by) => {
    for (const source of [[], ['--no-catalog']]) {
      const { out, err, code } = await run('stats', '--by', by, '--json', ...source);
      expect([code, err]).toEqual([0, expect.not.stringContaining('a bug in clew')]);
      const { totals } = JSON.parse(out) as Sums;
      expect(totals).toMatchObject({ input: 10, output: 5 });
      expect(totals.costUSD).toBeGreaterThan(0);
      expect(totals.costUSD).toBeLessThan(0.01);
      const shown = await run('stats', '--by', by, ...source);
      expect(shown.out).not.toMatch(/NaN|Infinity|Invalid/);
    }
  },
);

test('a time that no clock shows is none', () => {
  for (const time of TIMES) expect(parseClockTime(time)).toBeUndefined();
  expect(parseClockTime('2026-03-01T00:00:00.000Z')).toBe(Date.UTC(2026, 2, 1));
});
