import { expect, test } from 'vitest';
import { buildTurnGraph } from '../../src/render/turn-graph/build-turn-graph.ts';
import { GraphIndex } from '../../src/render/turn-graph/graph-index.ts';
import { layOutGraph } from '../../src/render/turn-graph/lay-out-graph.ts';
import { openRow } from '../../src/render/turn-graph/open-row.ts';
import { readConversation } from '../../src/session/session.ts';
import { picturedSessions } from './pictured-sessions.ts';

const graphs = [...picturedSessions()].map(({ name, thread, tree }) => ({
  name,
  thread,
  tree,
  graph: buildTurnGraph(thread, tree),
}));

test('a graph built on turns that are known is the same', () => {
  for (const { thread, tree, graph } of graphs) {
    const { entries, ...known } = buildTurnGraph(thread, tree, readConversation(thread).turns);
    const { entries: own, ...built } = graph;
    expect(known).toEqual(built);
    expect(entries.map((some) => some.length)).toEqual(own.map((some) => some.length));
  }
});

test('pages hold every row once, and every thread that passes one of their rows', () => {
  for (const { name, graph } of graphs) {
    const index = new GraphIndex(graph);
    const { threads, knots } = layOutGraph(graph.rows);
    const rows: unknown[] = [];
    for (let from = 0; from < graph.rows.length; from += 7) {
      const page = index.page(from, 7);
      rows.push(...page.rows);
      expect(page.knots).toEqual(knots.slice(from, from + 7));
      const passing = threads.filter((one) => one.from < from + page.rows.length && one.to >= from);
      expect(new Set(page.threads), name).toEqual(new Set(passing));
    }
    expect(rows).toEqual(graph.rows);
  }
});

test('an address finds its row: by turn, by line, by agent', () => {
  let agents = 0;
  for (const { graph } of graphs) {
    const index = new GraphIndex(graph);
    for (const [at, row] of graph.rows.entries()) {
      if (row.type === 'agent') {
        agents++;
        expect(graph.rows[index.find({ agent: row.agentId })]).toMatchObject({ agentId: row.agentId });
      }
      if (row.type !== 'turn' || row.left) continue;
      expect(index.find({ turn: row.turn })).toBe(at);
      const [line] = graph.entries[at]?.slice(-1).map(({ place }) => place.line) ?? [];
      const found = graph.rows[index.find({ line: line ?? 0 })];
      expect(found?.type === 'turn' ? found.id : found?.line).toBe(found?.type === 'turn' ? row.id : line);
    }
  }
  expect(agents).toBeGreaterThan(10);
});

test('steps stop at every failure, agent and compaction, and nowhere else', () => {
  for (const { graph } of graphs) {
    const index = new GraphIndex(graph);
    for (const goal of ['agent', 'compaction'] as const) {
      const found: number[] = [];
      for (
        let at = index.find({ go: 'next', goal });
        at >= 0;
        at = index.find({ from: at, go: 'next', goal })
      )
        found.push(at);
      expect(found).toEqual(graph.rows.flatMap(({ type }, at) => (type === goal ? [at] : [])));
    }
  }
});

test('an opened row holds every entry of it once, in messages', () => {
  let messages = 0;
  for (const { graph } of graphs) {
    for (const entries of graph.entries) {
      const open = openRow(entries);
      expect(open.more).toBe(0);
      const lines = open.messages.flatMap((message) => message.entries.map(({ line }) => line));
      const own = entries.map(({ place }) => place.line);
      expect(lines.sort((a, b) => a - b).join()).toBe(own.sort((a, b) => a - b).join());
      messages += open.messages.length;
    }
  }
  expect(messages).toBeGreaterThan(500);
});
