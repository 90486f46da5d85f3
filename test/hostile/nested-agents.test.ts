// Agents that start agents that start agents, a thousand levels deep: no client does that, a file can.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runClew } from '../cli/run-clew.ts';

const LEVELS = 1000;
const ID = 'aaaaaaaa-0000-4000-8000-000000000001';
const home = mkdtempSync(join(tmpdir(), 'clew-nested-'));

beforeAll(() => {
  const folder = join(home, 'projects', '-work');
  mkdirSync(join(folder, ID, 'subagents'), { recursive: true });
  writeFileSync(join(folder, `${ID}.jsonl`), linesOf(0));
  for (let level = 1; level <= LEVELS; level++)
    writeFileSync(join(folder, ID, 'subagents', `agent-a${level}.jsonl`), linesOf(level));
});
afterAll(() => rmSync(home, { recursive: true, force: true }));

/** A prompt, and but for the last level a call that starts the next agent, with its result. */
function linesOf(level: number): string {
  const uuid = (n: number) => `${String(level).padStart(8, '0')}-000${n}-4000-8000-000000000000`;
  const entry = (n: number, fields: object) =>
    JSON.stringify({
      parentUuid: n === 0 ? null : uuid(n - 1),
      uuid: uuid(n),
      sessionId: ID,
      version: '2.1.300',
      timestamp: new Date(1.78e12 + level * 10_000 + n * 1000).toISOString(),
      ...(level === 0 ? { isSidechain: false } : { isSidechain: true, agentId: `a${level}` }),
      ...fields,
    });
  const id = `toolu_${level}`;
  const input = { description: 'deeper', prompt: `level ${level + 1}`, subagent_type: 'general-purpose' };
  const call = {
    id: `msg_${level}`,
    role: 'assistant',
    model: 'm',
    content: [{ type: 'tool_use', id, name: 'Task', input }],
  };
  const result = { role: 'user', content: [{ type: 'tool_result', tool_use_id: id, content: 'done' }] };
  const lines = [entry(0, { type: 'user', message: { role: 'user', content: `level ${level}` } })];
  if (level < LEVELS) {
    lines.push(entry(1, { type: 'assistant', message: call }));
    lines.push(entry(2, { type: 'user', message: result, toolUseResult: { agentId: `a${level + 1}` } }));
  }
  return `${lines.join('\n')}\n`;
}

test.each(['show', 'graph --json', 'export --format md', 'export --format json'])(
  'clew %s takes them in its stride',
  async (words) => {
    const [name = '', ...flags] = words.split(' ');
    const target = name === 'export' ? ['-o', join(home, `out.${flags[1]}`)] : [];
    const env = { CLEW_DATA_DIR: join(home, 'data') };
    const { code, err } = await runClew([name, ID, ...flags, ...target, '--home', home], { env });
    expect([code, err.includes('a bug in clew') ? err : '']).toEqual([0, '']);
  },
);

test('every agent is in the JSON, however deep', async () => {
  const { out, code } = await runClew(['show', ID, '--json', '--home', home]);
  expect(code).toBe(0);
  for (const level of [1, 99, 100, 101, 102, LEVELS]) expect(out).toContain(`"agentId":"a${level}"`);
});
