// Tools, models, projects and agents called `__proto__`, `constructor` or `toString`: names like any other.
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import type { WebToolRow } from '../../src/server/api.ts';
import { describeToolLine } from '../../src/web/data/tool-line.ts';
import { TAB_LOADS } from '../../src/web/pages/session/tab-list.ts';
import { answer, chain, hostileHome, prompt } from './home.fixture.ts';

const NAMES = ['__proto__', 'constructor', 'hasOwnProperty', 'toString', 'valueOf'];
const ids = NAMES.map((_, n) => `aaaaaaaa-0000-4000-8000-00000000000${n}`);
const { root, plant, run } = hostileHome();

for (const [n, name] of NAMES.entries()) {
  const id = ids[n] as string;
  const call = { type: 'tool_use', id: `toolu_${n}`, name, input: JSON.parse(`{"${name}":1,"command":"x"}`) };
  const result = { type: 'tool_result', tool_use_id: `toolu_${n}`, content: 'ok' };
  const entries = [
    prompt(name),
    answer(`${name}-1`, [call], { model: name, stop_reason: 'tool_use' }),
    { type: 'user', message: { role: 'user', content: [result] }, toolUseResult: { [name]: 1 } },
    answer(`${name}-2`, [{ type: name }, { type: 'text', text: 'done' }], { model: name, stop_reason: name }),
    { type: name, subtype: name, content: name },
    { type: 'system', subtype: name, content: name, level: name },
    { type: 'attachment', attachment: { type: name, content: name } },
  ];
  const backups = `{"__proto__":{"backupFileName":"__proto__","version":1},"${name}":{"backupFileName":null,"version":1}}`;
  const snapshot = `{"type":"file-history-snapshot","messageId":"m","snapshot":{"messageId":"m","trackedFileBackups":${backups}}}`;
  const file = plant(name, `${id}.jsonl`, [...chain(id, entries, { cwd: `/${name}` }), snapshot]);
  const agent = join(dirname(file), id, 'subagents', `agent-${name}.jsonl`);
  mkdirSync(dirname(agent), { recursive: true });
  const spoken = chain(id, [prompt('go'), answer(`${name}-3`, [], { model: name })], {
    agentId: name,
    isSidechain: true,
  });
  writeFileSync(agent, spoken.map((entry) => `${JSON.stringify(entry)}\n`).join(''));
}

test.each([
  ['tool', NAMES],
  ['model', NAMES],
  ['project', NAMES.map((name) => `/${name}`)],
])('each is counted by itself, by %s', async (by, names) => {
  for (const source of [[], ['--no-catalog']]) {
    const { out } = await run('stats', '--by', by, '--json', ...source);
    const rows = (JSON.parse(out) as { rows: { key: string; requests: number }[] }).rows;
    const counts = new Map(rows.map(({ key, requests }) => [key, requests]));
    const each = by === 'tool' ? 1 : 3;
    expect(names.map((name) => counts.get(name))).toEqual(names.map(() => each));
  }
});

test('no command takes one for a thing that every object has', async () => {
  const ON_ONE = [
    ['show', '--full'],
    ['show', '--json'],
    ['context', '--json'],
    ['check', '--json'],
    ['repair', '--dry-run'],
    ['clone', '--tools', 'remove'],
    ['graph', '--json'],
    ['files', '--json'],
    ['stats', '--metrics'],
    ['survey', '--json'],
    ['export', '-o', join(root, 'out.md'), '--force'],
    ['export', '-o', join(root, 'out.constructor'), '--force'],
    ['compress', '--what', 'constructor', '--dry-run'],
  ];
  for (const id of ids) {
    for (const [name = '', ...flags] of ON_ONE) {
      const { out, err } = await run(name, id, ...flags);
      expect([name, err]).toEqual([name, expect.not.stringContaining('a bug in clew')]);
      expect([name, out]).toEqual([name, expect.not.stringMatching(/\[object |\[native code|\bNaN\b/)]);
    }
  }
  expect(({} as Record<string, unknown>).version).toBeUndefined();
});

test('nor does the web app: a tool keeps its name, and an address with such a tab names none', () => {
  for (const name of NAMES) {
    const row = {
      name,
      view: { tool: 'other', input: {} },
      summary: name,
      outcome: '',
      status: 'ok',
    } as unknown as WebToolRow;
    expect(describeToolLine(row).name).toBe(name);
    expect(TAB_LOADS[name]).toBeUndefined();
  }
});
