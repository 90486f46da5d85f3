import { expect, test } from 'vitest';
import type { JsonObject } from '../../base/json.ts';
import { makeEntries } from '../../log/make-entries.fixture.ts';
import { linkAgents } from '../../session/agents.ts';
import { buildThread } from '../../session/session.ts';
import { buildDrawing } from './build-drawing.ts';
import type { DrawBy, Drawing } from './drawing.ts';

let second = 0;
const at = (): string => new Date(Date.UTC(2026, 0, 1, 0, 0, ++second)).toISOString();

const prompt = (uuid: string, parentUuid: string | null, text: string, more: object = {}): JsonObject => ({
  type: 'user',
  uuid,
  parentUuid,
  timestamp: at(),
  message: { role: 'user', content: text },
  ...more,
});
const answer = (uuid: string, parentUuid: string, ...blocks: JsonObject[]): JsonObject => ({
  type: 'assistant',
  uuid,
  parentUuid,
  timestamp: at(),
  message: { id: `m-${uuid}`, role: 'assistant', model: 'claude', content: blocks },
});
const text = (words: string): JsonObject => ({ type: 'text', text: words });

function draw(
  by: DrawBy,
  values: readonly JsonObject[],
  agents: Parameters<typeof linkAgents>[1] = [],
): Drawing {
  const thread = buildThread(makeEntries(values));
  return buildDrawing(thread, linkAgents(thread, agents), { by });
}

const shown = (drawing: Drawing): string[] =>
  drawing.knots.map(({ turn, label, state }) => `${turn ?? '-'} ${label} ${state}`);
const tied = (drawing: Drawing): string[] =>
  drawing.links.map(({ from, to, kind, active }) => `${from} ${to} ${kind}${active ? ' active' : ''}`);

test('[U3] by turn, a thread is one knot a turn', () => {
  const drawing = draw('turn', [
    prompt('a', null, 'One'),
    answer('b', 'a', text('yes'), { type: 'tool_use', id: 't', name: 'Bash', input: {} }),
    prompt('c', 'b', '', {
      message: { content: [{ type: 'tool_result', tool_use_id: 't', content: 'no', is_error: true }] },
    }),
    prompt('d', 'c', 'Two'),
  ]);
  expect(shown(drawing)).toEqual(['1 One active', '2 Two active']);
  expect(drawing.knots[0]).toMatchObject({
    calls: 1,
    failed: 1,
    lines: { first: 1, last: 3, count: 3 },
    uuid: 'a',
  });
  expect(tied(drawing)).toEqual(['n1 n2 next active']);
});

test('[G3] a rewind leaves a branch behind, and the way that a resume takes stays active', () => {
  const drawing = draw('turn', [
    prompt('a', null, 'One'),
    answer('b', 'a', text('yes')),
    prompt('c', 'b', 'Wrong way'),
    answer('d', 'c', text('oh')),
    prompt('e', 'b', 'Right way'),
    answer('f', 'e', text('good')),
  ]);
  expect(shown(drawing)).toEqual(['1 One active', '2 Wrong way left', '2 Right way active']);
  expect(tied(drawing)).toEqual(['n1 n2 branch', 'n1 n3 next active']);
});

test('[U4] a cancelled prompt is no branch of its own', () => {
  const drawing = draw('turn', [
    prompt('a', null, 'One'),
    answer('b', 'a', text('yes')),
    prompt('c', 'b', 'Not this'),
    prompt('e', 'b', 'But this'),
    answer('f', 'e', text('good')),
  ]);
  expect(shown(drawing)).toEqual(['1 One active', '2 Not this cancelled', '2 But this active']);
});

test('[G4] what stands before the last compaction is no longer sent', () => {
  const boundary = {
    type: 'system',
    subtype: 'compact_boundary',
    uuid: 'x',
    parentUuid: null,
    logicalParentUuid: 'b',
    timestamp: at(),
    compactMetadata: { trigger: 'auto', preTokens: 167_000 },
  };
  const values = [
    prompt('a', null, 'One'),
    answer('b', 'a', text('yes')),
    boundary,
    prompt('s', 'x', 'The summary', { isCompactSummary: true, timestamp: at() }),
    prompt('c', 's', 'Two'),
  ];
  const drawing = draw('turn', values);
  expect(shown(drawing)).toEqual(['1 One compacted', '1 Compacted, 167k before active', '2 Two active']);
  expect(tied(drawing)).toEqual(['n1 n2 compaction', 'n2 n3 next active']);
  expect(draw('message', values).knots.map((knot) => knot.kind)).toEqual([
    'user',
    'assistant',
    'compaction',
    'system',
    'user',
  ]);
});

test('[T5] an agent is a cluster tied to the turn that called it; one whose lines are missing is a knot', () => {
  const call = (id: string, words: string): JsonObject => ({
    type: 'tool_use',
    id,
    name: 'Task',
    input: { subagent_type: 'Explore', description: words, prompt: words },
  });
  const result = (uuid: string, parent: string, id: string, agentId: string): JsonObject =>
    prompt(uuid, parent, '', {
      message: { content: [{ type: 'tool_result', tool_use_id: id, content: 'ok' }] },
      toolUseResult: { agentId, status: 'completed' },
    });
  const agent = makeEntries([
    prompt('p', null, 'callers', { isSidechain: true, agentId: 'x1' }),
    { ...answer('q', 'p', text('found')), isSidechain: true, agentId: 'x1' },
  ]);
  const values = [
    prompt('a', null, 'Go'),
    answer('b', 'a', call('t1', 'callers')),
    result('c', 'b', 't1', 'x1'),
    answer('d', 'c', call('t2', 'tests')),
    result('e', 'd', 't2', 'x2'),
  ];
  const agents = [{ agentId: 'x1', file: 'agent-x1.jsonl', entries: agent }];
  const drawing = draw('turn', values, agents);
  expect(drawing.clusters).toMatchObject([
    { id: 'a1', agentId: 'x1', label: 'Explore: callers', parent: undefined },
  ]);
  expect(drawing.knots.map(({ label, cluster, state }) => [label, cluster, state])).toEqual([
    ['Go', undefined, 'active'],
    ['Explore: callers', 'a1', 'active'],
    ['Explore: tests (not in these files)', undefined, 'missing'],
  ]);
  expect(tied(drawing)).toEqual([
    'n1 n2 agent-start active',
    'n2 n1 agent-return active',
    'n1 n3 agent-start',
  ]);
  const messages = draw('message', values, agents);
  expect(messages.links.filter((link) => link.kind === 'agent-return')).toMatchObject([
    { from: 'n7', to: 'n3' },
  ]);
});

test('[G1] by entry, every linked line is a knot and every parent a link', () => {
  const values = [
    prompt('a', null, 'One'),
    answer('b', 'a', { type: 'thinking', thinking: 'hm', signature: 's' }),
    { type: 'progress', uuid: 'p', parentUuid: 'b', timestamp: at(), data: { type: 'hook_progress' } },
    answer('c', 'b', text('yes')),
  ];
  const drawing = draw('entry', values);
  expect(drawing.knots.map((knot) => knot.label)).toEqual([
    'One',
    'thinking',
    'progress: hook_progress',
    'yes',
  ]);
  expect(tied(drawing).map((link) => link.slice(0, 5))).toEqual(['n1 n2', 'n2 n3', 'n2 n4']);
});

test('[G6] dangling parents and cycles are drawn, not fallen over', () => {
  const drawing = draw('entry', [
    prompt('a', 'b', 'One'),
    prompt('b', 'a', 'Two'),
    prompt('c', 'gone', 'Three'),
  ]);
  expect(drawing.knots).toHaveLength(3);
  expect(drawing.links).toHaveLength(1);
});

test('[U3] by message, a command that the client answered itself opens no turn', () => {
  const clear = '<command-name>/clear</command-name>';
  const drawing = draw('message', [
    prompt('a', null, clear),
    prompt('b', 'a', 'One'),
    answer('c', 'b', text('yes')),
  ]);
  expect(drawing.knots.map(({ kind, turn }) => [kind, turn])).toEqual([
    ['system', undefined],
    ['user', 1],
    ['assistant', 1],
  ]);
});
