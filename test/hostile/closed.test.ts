// A home that may be read but not written, and parts of it that may not even be read: each is named, and nothing is half done.
import { chmodSync, mkdirSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, type TestContext, test } from 'vitest';
import { asNobody, hasUsers } from '../../src/disk/as-nobody.fixture.ts';
import { selectSession } from '../../src/disk/select-session.ts';
import { linkOpenAgents, openSession } from '../../src/load/open-session.ts';
import { answer, chain, hostileHome, prompt } from './home.fixture.ts';

const [OPEN, CLOSED, AWAY, LEADER] = [1, 2, 3, 4].map((n) => `aaaaaaaa-0000-4000-8000-00000000000${n}`) as [
  string,
  string,
  string,
  string,
];
const { root, home, plant, run } = hostileHome();

function close(): void {
  const talk = (id: string) =>
    chain(id, [prompt('hello'), answer('msg_1', [{ type: 'text', text: 'done' }])]);
  const open = plant('-work', `${OPEN}.jsonl`, talk(OPEN));
  const closed = plant('-work', `${CLOSED}.jsonl`, talk(CLOSED));
  const away = plant('-away', `${AWAY}.jsonl`, talk(AWAY));
  mkdirSync(join(root, 'data'));
  chmodSync(root, 0o755);
  chmodSync(join(root, 'data'), 0o777);
  chmodSync(open, 0o644);
  chmodSync(closed, 0o600);
  chmodSync(dirname(away), 0o700);
  chmodSync(dirname(open), 0o555);
}

test.skipIf(!hasUsers)(
  'what cannot be read is named, what cannot be written is refused',
  async (context: TestContext) => {
    close();
    await asNobody(context, async () => {
      for (const words of [
        ['ls'],
        ['ls', '--no-catalog'],
        ['stats'],
        ['search', 'hello'],
        ['check'],
        ['survey'],
        ['secrets'],
      ]) {
        const { code, err } = await run(...words);
        expect([words, code < 2]).toEqual([words, true]);
        expect([words, err]).toEqual([words, expect.stringContaining(`${CLOSED}.jsonl”`)]);
        expect([words, err]).toEqual([words, expect.stringContaining('-away” cannot be read (EACCES).')]);
      }
      for (const words of [
        ['rm', OPEN, '--force'],
        ['mv', OPEN, '--to', '/elsewhere', '--force'],
        ['archive', OPEN, '--remove', '--force'],
        ['clone', OPEN, '--yes'],
        ['show', CLOSED],
      ]) {
        const { code, err } = await run(...words);
        expect([words, code, err]).toEqual([
          words,
          2,
          expect.stringMatching(/^clew: You have no permission to (?:read|write) “.+”\.\n {6}Check who owns/),
        ]);
      }
      expect((await run('show', OPEN)).code).toBe(0);
    });
    expect(readdirSync(join(home, 'projects', '-work')).sort()).toEqual([`${OPEN}.jsonl`, `${CLOSED}.jsonl`]);
  },
);

test.skipIf(!hasUsers)(
  '[F2] an agent’s file that cannot be read is named and its agent counts as missing; the session opens',
  async (context: TestContext) => {
    const call = { type: 'tool_use', id: 'toolu_1', name: 'Task', input: { prompt: 'look' } };
    const result = { type: 'tool_result', tool_use_id: 'toolu_1', content: 'looked' };
    const back = {
      type: 'user',
      message: { role: 'user', content: [result] },
      toolUseResult: { agentId: 'a1', status: 'completed' },
    };
    const lines = chain(LEADER, [prompt('hello'), answer('msg_1', [call]), back]);
    const session = plant('-led', `${LEADER}.jsonl`, lines);
    const agents = ['a1', 'a2'].map((agentId) =>
      plant(
        join('-led', LEADER, 'subagents'),
        `agent-${agentId}.jsonl`,
        chain(LEADER, [prompt(`work of ${agentId}`)]).map((line) => ({
          ...line,
          isSidechain: true,
          agentId,
        })),
      ),
    );
    chmodSync(root, 0o755);
    chmodSync(agents[0] as string, 0o000);
    await asNobody(context, async () => {
      const machine = { env: {}, homeDirectory: home, workingDirectory: home, platform: 'linux' };
      const open = await openSession(await selectSession(session, { homes: [home], machine }));
      expect(open.agents.map(({ agentId }) => agentId)).toEqual(['a2']);
      expect(open.problems).toMatchObject([{ rule: 'F2', severity: 'warning', path: agents[0] }]);
      expect(linkOpenAgents(open).missing).toMatchObject([{ agentId: 'a1', why: 'no-file' }]);
      const named = `clew: You have no permission to read “${agents[0]}”. Its agent counts as missing.\n`;
      for (const words of [
        ['show', LEADER],
        ['files', LEADER],
        ['graph', LEADER],
        ['export', LEADER, '--format', 'md', '--out', '-'],
        ['stats', '--metrics', LEADER],
      ]) {
        const { code, err } = await run(...words);
        expect([words, code < 2, err]).toEqual([words, true, expect.stringContaining(named)]);
      }
      const { code, out } = await run('clone', LEADER, '--dry-run');
      expect([code, out]).toEqual([0, expect.stringContaining('cannot be read: it does not come along.')]);
    });
  },
);
