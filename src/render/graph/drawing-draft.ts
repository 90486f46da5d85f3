// Collects knots, links and clusters while a drawing is built, and knows which knot shows an entry.
import { type JsonObject, stringField } from '../../base/json.ts';
import { timeOf, uuidOf } from '../../log/fields.ts';
import type { Entry } from '../../log/line.ts';
import type { AgentNode } from '../../session/agents.ts';
import { displayOrder } from '../../session/display-order.ts';
import type { Node } from '../../session/graph.ts';
import type { Segment } from '../../session/segments.ts';
import type { Cluster, DrawBy, Drawing, Knot, KnotState, Link, LinkKind } from './drawing.ts';
import { labelOf } from './label.ts';
import { cutSteps, type Step } from './step.ts';

/** A thread that was drawn: its first knot, and the last one on its active branch. */
export interface Strand {
  readonly first: string | undefined;
  readonly last: string | undefined;
}

export class DrawingDraft {
  readonly knots: Knot[] = [];
  readonly links: Omit<Link, 'active'>[] = [];
  readonly clusters: Cluster[] = [];
  readonly #by: DrawBy;
  readonly #knotOf = new Map<Entry, Knot>();
  readonly #knotOfUuid = new Map<string, Knot>();

  constructor(by: DrawBy) {
    this.#by = by;
  }

  addStrand(
    segments: readonly Segment[],
    isActive: (segment: Segment) => boolean,
    cluster: Cluster | undefined,
  ): Strand {
    const from = this.knots.length;
    let last: string | undefined;
    for (const segment of segments) {
      const active = isActive(segment);
      const end = this.#addSegment(segment, active, cluster);
      if (active) last = end?.id ?? last;
    }
    // A compaction cuts off what stands before the last one on the way back from the end.
    if (!cluster) this.#markCompacted(from, last);
    return { first: this.knots[from]?.id, last };
  }

  #addSegment(segment: Segment, active: boolean, cluster: Cluster | undefined): Knot | undefined {
    const nodes = displayOrder(segment.nodes);
    const parents = new Map(nodes.map((node) => [node.entry, node.parent]));
    let previous = this.#before(segment.start);
    const state: KnotState = segment.state === 'live' ? (active ? 'active' : 'left') : segment.state;
    const first = previous;
    const inStep = new Set<Entry>();
    const steps = cutSteps(
      nodes.map((node) => node.entry),
      this.#by,
    );
    for (const step of steps) {
      const parent = parents.get(step.entries[0] as Entry);
      const before = this.#by === 'entry' && parent ? this.#knotOf.get(parent.entry) : previous;
      const knot = this.#addKnot(step, state, cluster, before);
      if (before)
        this.links.push({
          from: before.id,
          to: knot.id,
          kind: linkKind(knot, before, before === first, state),
        });
      for (const entry of step.entries) {
        this.#knotOf.set(entry, knot);
        const uuid = uuidOf(entry);
        if (uuid !== undefined && !this.#knotOfUuid.has(uuid)) this.#knotOfUuid.set(uuid, knot);
        inStep.add(entry);
      }
      previous = knot;
    }
    this.#mapTheRest(nodes, inStep);
    return previous;
  }

  #before(start: Node): Knot | undefined {
    return start.parent && this.#knotOf.get(start.parent.entry);
  }

  // Of a line that was logged again only the last copy is in the graph [G8]; a call may name the first.
  #find(entry: Entry): Knot | undefined {
    return this.#knotOf.get(entry) ?? this.#knotOfUuid.get(uuidOf(entry) ?? '');
  }

  // A branch may leave from an entry that has no knot of its own: it leaves from the knot before it.
  #mapTheRest(nodes: readonly Node[], inStep: ReadonlySet<Entry>): void {
    for (const node of nodes) {
      const knot = inStep.has(node.entry) ? undefined : this.#before(node);
      if (knot) this.#knotOf.set(node.entry, knot);
    }
  }

  #addKnot(step: Step, state: KnotState, cluster: Cluster | undefined, before: Knot | undefined): Knot {
    const opensAgent = this.#by === 'turn' && cluster && before?.cluster !== cluster.id;
    const numbers = step.entries.map((entry) => entry.place.line);
    const turn = (before && before.cluster === cluster?.id ? (before.turn ?? 0) : 0) + step.opens;
    const knot: Knot = {
      id: `n${this.knots.length + 1}`,
      kind: cluster && step.kind === 'user' ? 'agent' : step.kind,
      state,
      label: opensAgent ? cluster.label : step.label,
      turn: turn === 0 ? undefined : turn,
      cluster: cluster?.id,
      lines:
        numbers.length === 0
          ? undefined
          : {
              first: numbers.reduce((a, b) => Math.min(a, b)),
              last: numbers.reduce((a, b) => Math.max(a, b)),
              count: numbers.length,
            },
      uuid: step.entries[0] && uuidOf(step.entries[0]),
      time: step.entries[0] && timeOf(step.entries[0]),
      calls: step.calls,
      failed: step.failed,
      contextTokens: step.contextTokens,
    };
    this.knots.push(knot);
    return knot;
  }

  #markCompacted(from: number, last: string | undefined): void {
    const parentOf = new Map(this.links.map((link) => [link.to, link.from]));
    const at = new Map(this.knots.slice(from).map((knot, i) => [knot.id, from + i]));
    let seen = false;
    for (let id = last; id !== undefined; id = parentOf.get(id)) {
      const index = at.get(id) as number;
      const knot = this.knots[index] as Knot;
      if (seen) this.knots[index] = { ...knot, state: 'compacted' };
      if (knot.kind === 'compaction') seen = true;
    }
  }

  addCluster(agentId: string, label: string, agent: AgentNode): Cluster {
    const caller = agent.call && this.#find(agent.call.entry);
    const note = agent.linkedBy === undefined ? agent.reason : `linked by ${agent.linkedBy}`;
    const cluster: Cluster = {
      id: `a${this.clusters.length + 1}`,
      agentId,
      label,
      parent: caller?.cluster,
      note,
    };
    this.clusters.push(cluster);
    return cluster;
  }

  tie(call: Entry, result: Entry | undefined, strand: Strand): void {
    const from = this.#find(call);
    const to = result && this.#find(result);
    if (!from || strand.first === undefined) return;
    this.links.push({ from: from.id, to: strand.first, kind: 'agent-start' });
    if (to && strand.last !== undefined)
      this.links.push({ from: strand.last, to: to.id, kind: 'agent-return' });
  }

  addMissing(call: Entry, input: JsonObject): void {
    const from = this.#find(call);
    if (!from) return;
    const words = [stringField(input, 'subagent_type'), stringField(input, 'description')];
    const step: Step = {
      kind: 'agent',
      label: labelOf(`${words.filter((word) => word).join(': ')} (not in these files)`, 'agent'),
      opens: 0,
      entries: [],
      calls: 0,
      failed: 0,
      contextTokens: undefined,
    };
    const cluster = this.clusters.find((one) => one.id === from.cluster);
    // With itself before it: the knot of a missing agent must not take its caller's cluster's name.
    const knot = this.#addKnot(step, 'missing', cluster, from);
    this.links.push({ from: from.id, to: knot.id, kind: 'agent-start' });
  }

  finish(): Drawing {
    const states = new Map(this.knots.map((knot) => [knot.id, knot.state]));
    const isActive = (id: string) => states.get(id) === 'active';
    const links = this.links.map((link) => ({ ...link, active: isActive(link.from) && isActive(link.to) }));
    return { by: this.#by, knots: this.knots, links, clusters: this.clusters };
  }
}

function linkKind(knot: Knot, before: Knot, atStart: boolean, state: KnotState): LinkKind {
  if (knot.kind === 'compaction' && before.kind !== 'compaction') return 'compaction';
  return atStart && state !== 'active' && before.state !== state ? 'branch' : 'next';
}
