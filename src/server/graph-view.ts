// The graph of a session by turns, with its agents and the other sessions that it is related to.
import { buildTurnGraph } from '../render/turn-graph/build-turn-graph.ts';
import { sessionKeys } from '../session/lineage.ts';
import { viewAgents } from './agents-view.ts';
import type { GraphAnswer } from './api.ts';
import { turnFinder } from './head-view.ts';
import type { SessionModel } from './model/session-model.ts';

export function viewGraph(model: SessionModel): GraphAnswer {
  const { forkedFrom, sessionIds } = sessionKeys(model.thread.entries);
  const others = sessionIds.filter((id) => id !== model.sessionId && id !== forkedFrom);
  return {
    ...buildTurnGraph(model.thread, model.tree),
    agents: viewAgents(model.tree, turnFinder(model.view())),
    lineage: {
      links: [
        ...(forkedFrom === undefined ? [] : [{ kind: 'forked-from' as const, sessionId: forkedFrom }]),
        ...others.map((sessionId) => ({ kind: 'holds-lines-of' as const, sessionId })),
      ],
    },
  };
}
