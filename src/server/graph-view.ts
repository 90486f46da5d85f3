// The graph of a session by turns: its figures, pages of its rows, rows opened, and where an address leads.
import { buildTurnGraph } from '../render/turn-graph/build-turn-graph.ts';
import { type GraphFindQuery, GraphIndex, type GraphPage } from '../render/turn-graph/graph-index.ts';
import { type OpenRow, openRow } from '../render/turn-graph/open-row.ts';
import { namedSessions } from '../session/lineage.ts';
import type { Thread } from '../session/session.ts';
import type { GraphAnswer, GraphFindAnswer, GraphPageQuery } from './api.ts';
import type { SessionModel } from './model/session-model.ts';

/** The thread is made anew whenever a file of the session changes: what was worked out of it goes with it. */
const known = new WeakMap<Thread, GraphIndex>();
const PAGE = 200;
const MOST_BRANCHES = 200;
const MOST_LINKS = 100;

/** `once`: nobody looks at it now, so that what it is made of is not held. */
export function viewGraph(model: SessionModel, once = false): GraphAnswer {
  const index = indexOf(model, once);
  const { counts, branches, undrawn } = index.graph;
  const { forkedFrom, sessionIds } = namedSessions(model.thread.entries);
  const others = sessionIds.filter((id) => id !== model.sessionId && id !== forkedFrom);
  const active = branches.findIndex((branch) => branch.active);
  return {
    counts,
    // The active branch is among those that are told, wherever it stands.
    branches: branches.filter((_, i) => i < MOST_BRANCHES || i === active),
    hiddenBranches: Math.max(branches.length - MOST_BRANCHES, 0),
    undrawn,
    page: index.page(0, PAGE),
    lineage: {
      links: [
        ...(forkedFrom === undefined ? [] : [{ kind: 'forked-from' as const, sessionId: forkedFrom }]),
        ...others.slice(0, MOST_LINKS).map((sessionId) => ({ kind: 'holds-lines-of' as const, sessionId })),
      ],
    },
  };
}

export function pageGraph(model: SessionModel, { from, count = PAGE }: GraphPageQuery): GraphPage {
  return indexOf(model).page(from, Math.min(Math.max(count, 1), PAGE));
}

export function findInGraph(model: SessionModel, query: GraphFindQuery): GraphFindAnswer {
  return { at: indexOf(model).find(query) };
}

export function openGraphRow(model: SessionModel, at: number): OpenRow {
  return openRow(indexOf(model).graph.entries[at] ?? []);
}

function indexOf(model: SessionModel, once = false): GraphIndex {
  const { thread } = model;
  let index = known.get(thread);
  if (!index) {
    const { turns, branch } = model.view().transcript;
    index = new GraphIndex(buildTurnGraph(thread, model.agents, branch?.active ? turns : undefined));
    if (!once) known.set(thread, index);
  }
  return index;
}
