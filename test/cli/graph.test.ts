import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ERAS, type Era } from '../../src/forge/eras.ts';
import { type ForgedSession, fileBytes, forgeSession } from '../../src/forge/forge-session.ts';
import { type ClewRun, runClew } from './run-clew.ts';

let home: string;
let forged: ForgedSession;

function graph(...words: string[]): Promise<ClewRun> {
  return runClew(['graph', forged.sessionId, '--home', home, ...words], { cwd: home });
}

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'clew-graph-'));
  const era = ERAS.find(({ version }) => version === '2.1.100') ?? (ERAS.at(-1) as Era);
  forged = forgeSession({
    seed: 'graph',
    era,
    turns: 4,
    shape: ['agent', 'rewind', 'compaction'],
  });
  for (const file of forged.files) {
    await mkdir(dirname(join(home, file.path)), { recursive: true });
    await writeFile(join(home, file.path), fileBytes(file));
  }
});
afterAll(() => rm(home, { recursive: true, force: true }));

test('by default it is Mermaid on stdout, with the agent as a subgraph', async () => {
  const { code, out, err } = await graph();
  expect([code, err]).toEqual([0, '']);
  expect(out.split('\n')[1]).toBe('flowchart TB');
  expect(out).toMatch(/^ {2}subgraph a1\[/m);
  expect(out).toMatch(/ ==> /);
});

test('JSON knows rewinds, compactions and agents', async () => {
  const json = JSON.parse((await graph('--json')).out);
  expect(json).toMatchObject({ sessionId: forged.sessionId, by: 'turn', title: expect.any(String) });
  const states = new Set(json.nodes.map((node: { state: string }) => node.state));
  for (const state of ['active', 'compacted', 'left']) expect(states).toContain(state);
  expect(json.nodes.some((node: { kind: string }) => node.kind === 'compaction')).toBe(true);
  expect(json.clusters.length).toBeGreaterThan(0);
  expect(json.edges.some((edge: { kind: string }) => edge.kind === 'agent-start')).toBe(true);
});

test('the finer the parts, the more nodes', async () => {
  const count = async (by: string) => JSON.parse((await graph('--json', '--by', by)).out).nodes.length;
  const [turns, messages, entries] = [await count('turn'), await count('message'), await count('entry')];
  expect(turns).toBeLessThan(messages);
  expect(messages).toBeLessThanOrEqual(entries);
});

test('the name of the output file chooses the format, and a file is not overwritten unasked', async () => {
  expect(await graph('--output', 'a.svg')).toMatchObject({
    code: 0,
    out: '',
    err: expect.stringContaining('a.svg'),
  });
  expect(await readFile(join(home, 'a.svg'), 'utf8')).toMatch(/^<svg xmlns=/);
  expect(await graph('--output', 'a.svg')).toMatchObject({ code: 2, err: expect.stringContaining('a.svg') });
  expect((await graph('--output', 'a.svg', '--force', '--quiet')).err).toBe('');
  await graph('-o', 'a.gv');
  expect(await readFile(join(home, 'a.gv'), 'utf8')).toMatch(/^digraph session \{/);
  expect((await readdir(home)).filter((name) => name.endsWith('.tmp'))).toEqual([]);
});

test('- is stdout, as it is for an export', async () => {
  expect(await graph('--output', '-')).toEqual(await graph());
  expect(await readdir(home)).not.toContain('-');
});

test('two formats at once, and an unknown session, are refused', async () => {
  expect((await graph('--json', '--format', 'dot')).code).toBe(2);
  expect(await runClew(['graph', 'nothing-such', '--home', home])).toMatchObject({
    code: 2,
    err: expect.stringContaining('nothing-such'),
  });
});
