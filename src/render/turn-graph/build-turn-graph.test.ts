import { expect, test } from 'vitest';
import type { JsonObject } from '../../base/json.ts';
import { makeEntries } from '../../log/make-entries.fixture.ts';
import { linkAgents } from '../../session/agents.ts';
import { buildThread } from '../../session/session.ts';
import { buildTurnGraph } from './build-turn-graph.ts';

const line = (
  type: 'user' | 'assistant',
  uuid: string,
  parentUuid: string | null,
  text: string,
  second: number,
): JsonObject => ({
  type,
  uuid,
  parentUuid,
  timestamp: new Date(1_700_000_000_000 + second * 1000).toISOString(),
  message:
    type === 'user'
      ? { role: 'user', content: text }
      : {
          id: `m-${uuid}`,
          role: 'assistant',
          model: 'm',
          content: [{ type: 'text', text }],
          usage: { input_tokens: second * 10, output_tokens: 1 },
        },
});

function graphOf(...lines: readonly JsonObject[]) {
  const thread = buildThread(makeEntries(lines));
  return buildTurnGraph(thread, linkAgents(thread, []));
}

test('[G3] the way that was left stands behind the turn it left, on a strand of its own', () => {
  const graph = graphOf(
    line('user', 'p1', null, 'First', 1),
    line('assistant', 'a1', 'p1', 'One', 2),
    line('user', 'p2', 'a1', 'Left behind', 3),
    line('assistant', 'a2', 'p2', 'Two', 4),
    line('user', 'p3', 'a1', 'Instead', 5),
    line('assistant', 'a3', 'p3', 'Three', 6),
  );
  const rows = graph.rows.map((row) =>
    row.type === 'turn' ? [row.prompt, row.strand, row.left, row.parentId, row.change] : [],
  );
  expect(rows).toEqual([
    ['First', 0, false, undefined, 20],
    ['Left behind', 1, true, 'p1', 20],
    ['Instead', 0, false, 'p1', 40],
  ]);
  expect(
    graph.branches.map(({ active, own, leftAtTurn, turns }) => [active, own, leftAtTurn, turns]),
  ).toEqual([
    [false, 1, 1, 2],
    [true, 0, undefined, 2],
  ]);
  expect(graph.counts).toMatchObject({ turns: 2, left: 1, compactions: 0 });
});

test('a turn without a request leaves the window as it was: the next one adds to the size before it', () => {
  const graph = graphOf(
    line('user', 'p1', null, 'First', 1),
    line('assistant', 'a1', 'p1', 'One', 2),
    line('user', 'p2', 'a1', 'Interrupted', 3),
    line('user', 'p3', 'p2', 'Again', 4),
    line('assistant', 'a3', 'p3', 'Three', 5),
  );
  const changes = graph.rows.map((row) => (row.type === 'turn' ? row.change : undefined));
  expect(changes).toEqual([20, undefined, 30]);
});

test('[G4] a compaction is a row of its own behind its turn, and what stands before it is no longer sent', () => {
  const boundary = {
    type: 'system',
    subtype: 'compact_boundary',
    uuid: 'b',
    parentUuid: null,
    logicalParentUuid: 'a1',
    timestamp: new Date(1_700_000_003_000).toISOString(),
    compactMetadata: { trigger: 'auto', preTokens: 900 },
  };
  const graph = graphOf(
    line('user', 'p1', null, 'First', 1),
    line('assistant', 'a1', 'p1', 'One', 2),
    line('user', 'p2', 'a1', 'Second', 3),
    boundary,
    line('user', 'p3', 'b', 'Third', 5),
    line('assistant', 'a3', 'p3', 'Three', 6),
  );
  const compaction = graph.rows.find((row) => row.type === 'compaction');
  expect(compaction).toMatchObject({ before: 900, trigger: 'auto' });
  expect(
    graph.rows.flatMap((row) => (row.type === 'turn' && !row.sent && !row.left ? [row.prompt] : [])),
  ).toContain('First');
});

test('nothing said makes no rows', () => {
  expect(graphOf({ type: 'summary', summary: 'x', leafUuid: 'y' })).toMatchObject({ rows: [], branches: [] });
});

test('[K1] the size of an agent is that of its last request, also where its last words are the client’s own', () => {
  const use = { type: 'tool_use', id: 't', name: 'Task', input: { prompt: 'look', description: 'Look' } };
  const call = line('assistant', 'a1', 'p1', '', 2);
  const thread = buildThread(
    makeEntries([
      line('user', 'p1', null, 'First', 1),
      { ...call, message: { ...(call.message as JsonObject), content: [use] } },
    ]),
  );
  const failed = line('assistant', 'g3', 'g2', 'API Error', 6);
  const entries = makeEntries([
    line('user', 'g0', null, 'look', 3),
    line('assistant', 'g1', 'g0', 'One', 4),
    line('assistant', 'g2', 'g1', 'Two', 5),
    { ...failed, message: { ...(failed.message as JsonObject), model: '<synthetic>', usage: {} } },
  ]);
  const tree = linkAgents(thread, [{ agentId: 'x', file: 'agent-x.jsonl', entries }]);
  const { rows } = buildTurnGraph(thread, tree);
  expect(rows.find(({ type }) => type === 'agent')?.tokens).toBe(50);
});

test('[T5] an agent whose file is gone is counted, one that never began is not', () => {
  const use = (id: string) => ({
    type: 'tool_use',
    id,
    name: 'Task',
    input: { prompt: id, description: id },
  });
  const result = (id: string, isError: boolean) => ({
    type: 'tool_result',
    tool_use_id: id,
    content: 'done',
    is_error: isError,
  });
  const said = (entry: JsonObject, ...content: JsonObject[]): JsonObject => ({
    ...entry,
    message: { ...(entry.message as JsonObject), content },
  });
  const { counts, rows } = graphOf(
    line('user', 'p1', null, 'First', 1),
    said(line('assistant', 'a1', 'p1', '', 2), use('gone'), use('never')),
    said(line('user', 'r1', 'a1', '', 3), result('gone', false), result('never', true)),
  );
  expect(counts).toMatchObject({ agents: 0, agentsGone: 1 });
  expect(rows.map(({ type }) => type)).toEqual(['turn']);
});

test('[G4] what a compaction took away is told by its own row: the turn tells what it added', () => {
  const compact = (uuid: string, parent: string, second: number): JsonObject => ({
    type: 'system',
    subtype: 'compact_boundary',
    uuid,
    parentUuid: null,
    logicalParentUuid: parent,
    timestamp: new Date(1_700_000_000_000 + second * 1000).toISOString(),
    compactMetadata: { preTokens: second * 100 },
  });
  const graph = graphOf(
    line('user', 'p1', null, 'First', 1),
    line('assistant', 'a1', 'p1', 'One', 50),
    compact('c1', 'a1', 51),
    line('assistant', 'a2', 'c1', 'Two', 52),
    line('user', 'p2', 'a2', 'Second', 53),
    line('assistant', 'a3', 'p2', 'Three', 54),
    compact('c2', 'a3', 55),
    line('user', 'p3', 'c2', 'Third', 56),
    line('assistant', 'a4', 'p3', 'Four', 57),
  );
  expect(
    graph.rows.map((row) =>
      row.type === 'turn' ? row.change : row.type === 'compaction' ? [row.before, row.after] : undefined,
    ),
  ).toEqual([5100, [5100, 520], 20, [5500, 570], 0]);
});
