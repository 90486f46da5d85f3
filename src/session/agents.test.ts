import { describe, expect, test } from 'vitest';
import { agent, answerLine, link, PROMPT, promptLine, TASK, told } from './agents.fixture.ts';
import { resultLine, useLine } from './entries-of.fixture.ts';

describe('four ways to link', () => {
  const work = [promptLine('look', { isSidechain: true }), answerLine('m1', 7)];

  test('[T5] by the agentId or agent_id of the result', () => {
    for (const key of ['agentId', 'agent_id']) {
      const tree = link(
        [PROMPT, TASK, resultLine('t1', 'done', { [key]: 'x1', status: 'completed' })],
        [agent('x1', work)],
      );
      expect(told(tree.children)).toEqual([['x1', 'agentId']]);
      expect(tree.children[0]).toMatchObject({
        agentType: 'Explore',
        description: 'Look',
        status: 'completed',
      });
      expect(tree.missing).toEqual([]);
    }
  });

  test('[T5] by the toolUseId of its meta file', () => {
    const tree = link(
      [PROMPT, TASK, resultLine('t1', 'x')],
      [agent('x1', work, { meta: { toolUseId: 't1' } })],
    );
    expect(told(tree.children)).toEqual([['x1', 'meta']]);
  });

  test('[T5] by progress entries', () => {
    const data = { type: 'agent_progress', agentId: 'x1', prompt: 'look' };
    const progress = { type: 'progress', uuid: 'g', parentToolUseID: 't1', toolUseID: 'agent_msg_1', data };
    expect(told(link([PROMPT, TASK, progress], [agent('x1', work)]).children)).toEqual([['x1', 'progress']]);
  });

  test('[T5] by the same prompt, each call once, earlier agents to earlier calls', () => {
    const later = { timestamp: '2026-01-01T01:00:00.000Z' };
    const second = useLine('t2', 'Task', { prompt: 'look' }, later);
    const lateWork = [promptLine('look', { ...later, uuid: 'late' })];
    const early = [promptLine('look', { timestamp: '2026-01-01T00:00:01.000Z' })];
    const tree = link(
      [PROMPT, second, TASK],
      [agent('x2', lateWork), agent('x1', early), agent('x3', lateWork)],
    );
    expect(tree.children.map((node) => [node.agentId, node.call?.id])).toEqual([
      ['x2', 't2'],
      ['x1', 't1'],
    ]);
    expect(told(tree.unlinked)).toEqual([['x3', 'call-taken']]);
  });

  test('an agent that passes its own prompt on is not started by itself', () => {
    const again = useLine('t2', 'Task', { prompt: 'look' }, { timestamp: '2025-12-31T00:00:00.000Z' });
    const tree = link([PROMPT, TASK], [agent('x1', [...work, again])]);
    expect(tree.children.map((node) => [node.agentId, node.call?.id])).toEqual([['x1', 't1']]);
    expect(tree.missing.map(({ call, caller }) => [call.id, caller])).toEqual([['t2', 'x1']]);
  });

  test('the stronger evidence wins the call', () => {
    const main = [PROMPT, TASK, resultLine('t1', 'x', { agentId: 'x2' })];
    const tree = link(main, [agent('x1', work), agent('x2', work)]);
    expect(told(tree.all)).toEqual([
      ['x1', 'call-taken'],
      ['x2', 'agentId'],
    ]);
  });

  test('a member of a team is linked by name and team, or by the prompt inside its message', () => {
    const main = [PROMPT, TASK, resultLine('t1', 'x', { status: 'teammate_spawned', agent_id: 'rev@core' })];
    const member = agent('a99', [promptLine('hi')], { meta: { name: 'rev', teamName: 'core' } });
    expect(link(main, [member]).children[0]).toMatchObject({
      linkedBy: 'agentId',
      role: 'teammate',
      status: 'running',
    });
    const text = '<teammate-message teammate_id="team-lead">\nlook\n</teammate-message>';
    expect(told(link([PROMPT, TASK], [agent('a98', [promptLine(text)])]).children)).toEqual([
      ['a98', 'prompt'],
    ]);
  });

  test('[F2] a workflow agent is linked by the run that its folder names', () => {
    const main = [PROMPT, useLine('w', 'Workflow', {}), resultLine('w', 'x', { runId: 'wf_1' })];
    const file = 'p/s1/subagents/workflows/wf_1/agent-x.jsonl';
    expect(link(main, [agent('x', [promptLine('step')], { file })]).children[0]).toMatchObject({
      linkedBy: 'workflow',
      role: 'workflow',
    });
  });
});

describe('tree and totals', () => {
  test('[M3] tokens count once per message and roll up over agents of agents', () => {
    const inner = agent('x2', [promptLine('dig'), answerLine('m3', 100)]);
    const outer = agent('x1', [
      promptLine('look'),
      answerLine('m1', 3),
      answerLine('m1', 20, { uuid: 'm1-second-line' }),
      useLine('t2', 'Task', { prompt: 'dig' }),
      resultLine('t2', 'x', { agentId: 'x2' }),
    ]);
    const tree = link(
      [PROMPT, answerLine('m0', 1), TASK, resultLine('t1', 'x', { agentId: 'x1' })],
      [inner, outer],
    );
    const [first] = tree.children;
    expect(first?.children.map((node) => node.agentId)).toEqual(['x2']);
    expect(first?.own).toMatchObject({ messages: 2, toolCalls: 1, input: 10, output: 20 });
    expect(first?.total).toMatchObject({ messages: 3, output: 120 });
    expect(tree.total).toMatchObject({ messages: 5, toolCalls: 2, output: 121, outputFinal: true });
    expect(tree.all.map((node) => node.agentId)).toEqual(['x1', 'x2']);
  });

  test('[K3] messages that a fork of an agent repeats count once above', () => {
    const copy = [promptLine('look'), answerLine('m1', 5)];
    const tree = link(
      [PROMPT, TASK, resultLine('t1', 'x', { agentId: 'x1' })],
      [agent('x1', copy), agent('x9', copy)],
    );
    expect(tree.all.map((node) => node.own.output)).toEqual([5, 5]);
    expect(tree.total.output).toBe(5);
  });

  test('agents that name each other end, as unlinked', () => {
    const calls = (id: string, agentId: string) => [
      useLine(id, 'Task', { prompt: id }),
      resultLine(id, 'x', { agentId }),
    ];
    const tree = link([PROMPT], [agent('x1', calls('c1', 'x2')), agent('x2', calls('c2', 'x1'))]);
    expect(told(tree.unlinked)).toEqual([['x2', 'cycle']]);
    expect(tree.all.map((node) => node.agentId)).toEqual(['x2', 'x1']);
  });

  test('a chain of 5,000 agents and a root of 50,000 embedded entries need no stack', () => {
    const chain = Array.from({ length: 5000 }, (_, n) =>
      agent(`x${n}`, [
        useLine(`t${n}`, 'Task', { prompt: `p${n}` }),
        resultLine(`t${n}`, 'x', { agentId: `x${n + 1}` }),
      ]),
    );
    const side = Array.from({ length: 50_000 }, (_, n) => ({
      type: 'user',
      uuid: `e${n}`,
      parentUuid: n === 0 ? null : `e${n - 1}`,
      isSidechain: true,
      message: { content: 'look' },
    }));
    const tree = link([PROMPT, TASK, resultLine('t1', 'x', { agentId: 'x0' }), ...side.reverse()], chain);
    expect(tree.all).toHaveLength(5001);
    expect(tree.children[0]?.total.toolCalls).toBe(5000);
    expect(tree.all.find((node) => node.source === 'embedded')?.entries).toHaveLength(50_000);
  });
});
