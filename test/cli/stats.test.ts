import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import type { CliContext } from '../../src/cli/context.ts';
import { runClew } from './run-clew.ts';
import { answer, FORK, SESSION, writeStatsHome } from './stats-home.fixture.ts';

const folder = mkdtempSync(join(tmpdir(), 'clew-stats-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const home = join(folder, 'home');
const project = writeStatsHome(home);
const env = { CLEW_DATA_DIR: join(folder, 'data') };
const overrides: Partial<CliContext> = { env };
const stats = (...words: string[]) =>
  runClew(['stats', '--home', home, '--timezone', 'utc', '--no-catalog', ...words], overrides);
async function rows(...words: string[]) {
  const { out } = await stats('--json', ...words);
  return JSON.parse(out);
}

test('[K3] by day, each answer once; the sentence on top answers', async () => {
  const { code, out, err } = await stats();
  expect({ code, err }).toEqual({ code: 0, err: '' });
  expect(out).toMatchInlineSnapshot(`
    "At least $0.0621 for 43.4k tokens in 4 requests from 2026-03-01 to 2026-03-04; the costliest day was 2026-03-04, $0.0316.

    day         requests  input  output  cache read  write 5m  write 1h       cost
    2026-03-01         1    100    1.0k       10.0k         0         0    $0.0305  ███████████████▍
    2026-03-04         3    300  ≥ 2.0k       30.0k         0         0  $0.0316+?  ████████████████
    total              4    400  ≥ 3.0k       40.0k         0         0  $0.0621+?

    ≥ The log does not know the whole output of 1 request; what is shown of it, and of its cost, is at least that.
    ? No price is known for claude-nova-1 (1 request): their cost is not in these sums.
    "
  `);
});

test('--json has the documented shape; what has no price costs null', async () => {
  const { by, timezone, rows: found, totals } = await rows('--by', 'model', '--breakdown');
  expect({ by, timezone }).toEqual({ by: 'model', timezone: 'UTC' });
  expect(found.map((row: { key: string; costUSD: number | null }) => [row.key, row.costUSD])).toEqual([
    ['claude-opus-4-6', expect.closeTo(2 * (100 * 5 + 1000 * 25 + 10_000 * 0.5) * 1e-6, 10)],
    ['claude-haiku-4-5-20251001', expect.closeTo((100 + 7 * 5 + 10_000 * 0.1) * 1e-6, 10)],
    ['claude-nova-1', null],
  ]);
  expect(totals).toMatchObject({ requests: 4, output: 3007, unpriced: ['claude-nova-1'], outputAtLeast: 1 });
  expect(found[0].models).toHaveLength(1);
});

test('days are those of the zone; --since and --until count days in', async () => {
  const keys = async (...words: string[]) =>
    (await rows(...words)).rows.map((row: { key: string }) => row.key);
  expect(await keys()).toEqual(['2026-03-01', '2026-03-04']);
  expect(await keys('--timezone', '+01:00')).toEqual(['2026-03-02', '2026-03-04']);
  expect(await keys('--until', '2026-03-01')).toEqual(['2026-03-01']);
  expect(await keys('--until', '9999-12-31')).toEqual(await keys());
  expect(await keys('--since', '20260302')).toEqual(['2026-03-04']);
  expect(await keys('--since', '1d')).toEqual(['2026-03-04']);
  expect(await keys('--by', 'week')).toEqual(['2026-02-23', '2026-03-02']);
});

test('agents are counted and can be told apart', async () => {
  expect(
    (await rows('--by', 'agent')).rows.map((row: { key: string; requests: number }) => [
      row.key,
      row.requests,
    ]),
  ).toEqual([
    ['main', 3],
    ['a1b2c3d', 1],
  ]);
  expect((await rows('--only', 'agent')).totals).toMatchObject({ requests: 1 });
  expect((await rows('--by', 'tool')).rows.find((row: { key: string }) => row.key === 'Bash')).toMatchObject({
    calls: 1,
  });
  expect((await rows('--by', 'session')).rows.map((row: { key: string }) => row.key)).toEqual([SESSION]);
  expect((await rows('--by', 'project')).rows.map((row: { key: string }) => row.key)).toEqual(['/work/api']);
});

test('a session that is named is counted alone, with its agents', async () => {
  expect((await rows('aaaaaaaa')).totals).toMatchObject({ requests: 4 });
  expect((await rows('bbbbbbbb')).totals).toMatchObject({ requests: 1 });
  expect((await rows(join(project, `${FORK}.jsonl`))).totals).toMatchObject({ requests: 1 });
});

test('the open block tells its rate and where it is heading', async () => {
  const { out } = await stats('--by', 'block', '-n', '1');
  expect(out).toContain('The open block (11:00 to 16:00) has cost');
  const { rows: blocks } = await rows('--by', 'block');
  expect(blocks.at(-1)).toMatchObject({
    active: true,
    start: '2026-03-04T11:00:00.000Z',
    projection: { minutesLeft: 240 },
  });
});

test('--reconcile leads from the lines to the total', async () => {
  const { code, out } = await stats('--reconcile');
  expect(code).toBe(0);
  expect(out).toMatchInlineSnapshot(`
    "$0.0677 stand on the lines; counted by the rules it is $0.0621.

    step            requests  input  output  cache read  write 5m  write 1h      cost  what
    raw                    5    500    3.0k       50.0k         0         0   $0.0677  every line of a main session file that tells a usage [M1]
    repeated-lines        −1   −100   −1.0k      −10.0k         0         0  −$0.0305  further lines of an answer, each with the same figures again [M3]
    copies                −1   −100   −1.0k      −10.0k         0         0  −$0.0305  answers that stand in another session file too: forks and resumes [K3]
    fuller-copies          0      0    +999           0         0         0  +$0.0250  a later line or copy knows more of the answer than the first [K3]
    agents                +1   +100   +1.0k      +10.0k         0         0  +$0.0305  agents' answers, from files of their own [F2]
    total                  4    400    3.0k       40.0k         0         0   $0.0621  every answer once

    What cannot be known:
      The log does not know the whole output of 1 request: what is counted is at least that.
      1 session without the client's own ledger: what it asked and did not log (titles, compactions) is not known.
      1 request of models without a price, not in the cost: claude-nova-1.
    "
  `);
});

test('--csv is for spreadsheets', async () => {
  const { out } = await stats('--csv', '--by', 'month');
  expect(out).toBe(
    'month,requests,input,output,cacheRead,cacheWrite5m,cacheWrite1h,webSearches,costUSD,outputAtLeast,unpriced\r\n2026-03,4,400,3007,40000,0,0,0,0.062135,1,claude-nova-1\r\n',
  );
});

test("a user's prices lie over the built-in ones, and what is wrong with them is said", async () => {
  const file = join(env.CLEW_DATA_DIR, 'prices.json');
  mkdirSync(env.CLEW_DATA_DIR, { recursive: true });
  writeFileSync(file, '{"models":{"claude-nova-1":{"input":1,"output":1},"x":{"input":1}}}');
  const priced = await stats('--json', '--by', 'model');
  expect(JSON.parse(priced.out).totals).toMatchObject({ unpriced: [] });
  expect(priced.err).toContain('The price of x needs');
  writeFileSync(file, '{');
  expect(await stats()).toMatchObject({ code: 2, err: expect.stringContaining('is not JSON') });
  rmSync(file);
});

test('sessions whose files are not named by an id are told by their whole names', async () => {
  const named = join(folder, 'named');
  mkdirSync(join(named, 'projects', '-p'), { recursive: true });
  for (const name of ['session-a', 'session-b'])
    writeFileSync(
      join(named, 'projects', '-p', `${name}.jsonl`),
      `${answer({ id: name, time: '2026-01-01T00:00:00.000Z', sessionId: name })}\n`,
    );
  for (const words of [['--by', 'session'], ['--metrics']]) {
    const { out } = await runClew(['stats', ...words, '--home', named], { env });
    expect(out, words.join(' ')).toContain('\nsession-a ');
    expect(out, words.join(' ')).toContain('\nsession-b ');
  }
});

test('--metrics counts a session once, however often it is named, and days by the zone', async () => {
  const { out } = await stats('--metrics', 'aaaaaaaa');
  expect((await stats('--metrics', 'aaaaaaaa', join(project, `${SESSION}.jsonl`))).out).toBe(out);
  const { sessions } = JSON.parse((await stats('--metrics', '--json')).out);
  const ends = sessions.map(({ endedAt }: { endedAt: string }) => Date.parse(endedAt));
  const last = Math.max(...ends);
  // Fourteen hours ahead of UTC it is the next day there, or still the same one twelve hours behind it.
  const dayIn = (hours: number) => new Date(last + hours * 3_600_000).toISOString().slice(0, 10);
  const dayAfter = (day: string) => new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10);
  for (const [zone, hours] of [
    ['+14:00', 14],
    ['-12:00', -12],
  ] as const) {
    const from = (day: string) => stats('--metrics', '--json', '--timezone', zone, '--since', day);
    expect((await from(dayIn(hours))).code, zone).toBe(0);
    expect((await from(dayAfter(dayIn(hours)))).code, zone).toBe(1);
  }
});

test('--metrics tells what the work was like', async () => {
  const { code, out } = await stats('--metrics', 'aaaaaaaa');
  expect(code).toBe(0);
  expect(out).toContain('The session was active for');
  const found = JSON.parse((await stats('--metrics', 'aaaaaaaa', '--json')).out);
  expect(found.overall).toMatchObject({ toolCalls: 1, requests: 4, threads: 2 });
  expect(found.sessions[0].threads).toHaveLength(2);
});

test('what cannot be is refused in one sentence; nothing found is exit 1', async () => {
  expect(await stats('--by', 'colour')).toMatchObject({ code: 2, err: expect.stringContaining('--by') });
  expect(await stats('--timezone', 'Mars/Base')).toMatchObject({
    code: 2,
    err: expect.stringContaining('time zone'),
  });
  expect(await stats('--since', 'soon')).toMatchObject({ code: 2, err: expect.stringContaining('--since') });
  expect(await stats('--since', '2026-02-30')).toMatchObject({ code: 2 });
  expect(await stats('-n', '0')).toMatchObject({ code: 2, err: expect.stringContaining('--most') });
  expect(await stats('--metrics', '--csv')).toMatchObject({ code: 2 });
  expect(await stats('--project', 'nonesuch')).toMatchObject({
    code: 1,
    out: '',
    err: 'clew: No request fits.\n',
  });
  const empty = join(folder, 'empty');
  mkdirSync(join(empty, 'projects'), { recursive: true });
  const none = await runClew(['stats', '--home', empty, '--no-catalog'], overrides);
  expect(none).toMatchObject({ code: 1, out: '', err: expect.stringContaining('There are no sessions') });
  const json = await runClew(['stats', '--home', empty, '--no-catalog', '--json'], overrides);
  expect(JSON.parse(json.out)).toMatchObject({ rows: [], totals: { requests: 0, costUSD: 0 } });
});

test('names from sessions cannot reach the terminal or a spreadsheet', async () => {
  const evil = join(folder, 'evil', 'projects', '-x');
  mkdirSync(evil, { recursive: true });
  const line = answer({ id: 'msg_9', time: '2026-03-04T11:00:00Z', model: '=cmd()\u001b[31m,"x' });
  writeFileSync(join(evil, 'cccccccc-0000-4000-8000-000000000003.jsonl'), `${line}\n`);
  const run = (...words: string[]) =>
    runClew(['stats', '--home', join(folder, 'evil'), '--no-catalog', '--by', 'model', ...words], overrides);
  expect((await run()).out).not.toContain('\u001b');
  expect((await run('--csv')).out.split('\r\n')[1]).toMatch(/^"'=cmd\(\),""x",1,/);
  expect((await run('--json')).out).not.toContain('\u001b');
  // Where a comma parts decimals, a bare semicolon would begin a cell.
  const parted = answer({ id: 'msg_10', time: '2026-03-04T12:00:00Z', model: 'a;=cmd()' });
  writeFileSync(join(evil, 'cccccccc-0000-4000-8000-000000000004.jsonl'), `${parted}\n`);
  expect((await run('--csv')).out).toContain('\r\n"a;=cmd()",1,');
  // Some languages write a formula in wide characters.
  const widened = answer({ id: 'msg_11', time: '2026-03-04T13:00:00Z', model: '\uff1dcmd()' });
  writeFileSync(join(evil, 'cccccccc-0000-4000-8000-000000000005.jsonl'), `${widened}\n`);
  expect((await run('--csv')).out).toContain("\r\n'\uff1dcmd(),1,");
});
