// Builds the picture of a session: the main thread with its branches, and each agent as a cluster tied to the call that started it.
import { activeLeaf } from '../../session/active-leaf.ts';
import type { AgentNode, AgentTree } from '../../session/agents.ts';
import { buildGraph, type Graph } from '../../session/graph.ts';
import { cutSegments, type Segment } from '../../session/segments.ts';
import { activeBranch, type Thread } from '../../session/session.ts';
import type { DrawBy, Drawing } from './drawing.ts';
import { DrawingDraft } from './drawing-draft.ts';
import { labelOf } from './label.ts';

interface DrawOptions {
  readonly by: DrawBy;
}

/** `agents` is what `linkAgents` found; the client's own internal agents are left out [F4]. Linear but for ordering by time. */
export function buildDrawing(thread: Thread, agents: AgentTree | undefined, { by }: DrawOptions): Drawing {
  const draft = new DrawingDraft(by);
  const active = new Set(activeBranch(thread)?.segments.map((segment) => segment.start.uuid));
  const segments = cutSegments(thread.graph).filter(
    (segment) => thread.kind === 'agent' || !segment.sidechain,
  );
  draft.addStrand(segments, (segment) => active.has(segment.start.uuid), undefined);
  for (const agent of agents?.all ?? []) if (agent.state !== 'internal') addAgent(draft, agent);
  for (const { call, why } of agents?.missing ?? []) {
    // Where progress tells what the agent did, the tree holds it already.
    if (why !== 'progress-only') draft.addMissing(call.entry, call.input);
  }
  return draft.finish();
}

function addAgent(draft: DrawingDraft, agent: AgentNode): void {
  const graph = buildGraph(agent.entries);
  const leaf = activeLeaf(graph, agent.entries, 'agent');
  const segments = agent.source === 'progress' ? asOneStretch(graph) : cutSegments(graph);
  const active = new Set<Segment>();
  const end = leaf && segments.find((segment) => segment.nodes.includes(leaf));
  for (let segment: Segment | undefined = end; segment; segment = segment.parent) active.add(segment);
  const title = [agent.agentType, agent.description ?? agent.prompt].filter((word) => word).join(': ');
  const cluster = draft.addCluster(agent.agentId, labelOf(title, `agent ${agent.agentId}`), agent);
  const strand = draft.addStrand(segments, (segment) => active.has(segment), cluster);
  if (agent.call)
    draft.tie(agent.call.entry, agent.isAsync ? undefined : agent.call.results[0]?.entry, strand);
}

// What progress entries tell of an agent is not linked: its messages follow each other as they were told.
function asOneStretch({ nodes }: Graph): Segment[] {
  const start = nodes[0];
  if (!start) return [];
  return [{ start, parent: undefined, nodes, children: [], state: 'live', sidechain: true }];
}
