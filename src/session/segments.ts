// Cuts a graph at its real forks into segments: stretches of conversation that belong together whole.
import { isSidechain, timeOf } from '../log/fields.ts';
import { listForks } from './fork.ts';
import type { Graph, Node } from './graph.ts';

export interface Segment {
  /** The first node: a root, or the start of one way of a fork. */
  readonly start: Node;
  readonly parent: Segment | undefined;
  /** All nodes of the stretch: parallel calls, results, progress and attachments included. In file order. */
  readonly nodes: readonly Node[];
  readonly children: readonly Segment[];
  /** `phantom`: a poorer copy of a prompt [G8]. `cancelled`: a prompt taken back before any answer [U4]. */
  readonly state: 'live' | 'phantom' | 'cancelled';
  readonly sidechain: boolean;
}

interface Draft extends Segment {
  parent: Segment | undefined;
  nodes: Node[];
  children: Draft[];
  state: Segment['state'];
}

/** The segments of a graph, each before its children. A walk back through parents, as in seed 001, would lose siblings. */
export function cutSegments(graph: Graph): Segment[] {
  const starts = new Map<Node, 'start' | 'phantom'>();
  const sameAs = new Map<Node, Node>();
  for (const fork of listForks(graph)) {
    for (const way of fork.ways) {
      const first = way.starts[0] as Node;
      if (fork.ways.length > 1) starts.set(first, 'start');
      if (fork.ways.length > 1) for (const other of way.starts.slice(1)) sameAs.set(other, first);
      for (const phantom of way.phantoms) starts.set(phantom, 'phantom');
    }
  }
  const segments: Draft[] = [];
  /** By the node's index. */
  const segmentOf = new Array<Draft | undefined>((graph.nodes.at(-1)?.index ?? -1) + 1);
  const ordered = parentsFirst(graph);
  for (let i = 0; i < ordered.length; i++) {
    const node = ordered[i] as Node;
    const beside = sameAs.get(node);
    const parent = node.parent && segmentOf[node.parent.index];
    const start = starts.get(node);
    let segment = beside ? segmentOf[beside.index] : start ? undefined : parent;
    if (!segment) {
      const state = start === 'phantom' ? 'phantom' : 'live';
      segment = { start: node, parent, nodes: [], children: [], state, sidechain: isSidechain(node.entry) };
      segments.push(segment);
      parent?.children.push(segment);
    }
    segment.nodes.push(node);
    segmentOf[node.index] = segment;
  }
  for (const { nodes } of segments) if (!isInFileOrder(nodes)) nodes.sort((a, b) => a.index - b.index);
  const newest = new Map(segments.map((segment) => [segment as Segment, newestStart(segment)]));
  for (const segment of segments) {
    if (isCancelled(segment, newest)) segment.state = 'cancelled';
  }
  return segments;
}

/** Most are, and that is told sooner than they are sorted. */
function isInFileOrder(nodes: readonly Node[]): boolean {
  let index = -1;
  for (let i = 0; i < nodes.length; i++) {
    const own = (nodes[i] as Node).index;
    if (own < index) return false;
    index = own;
  }
  return true;
}

function parentsFirst(graph: Graph): Node[] {
  const order: Node[] = [...graph.roots];
  for (let i = 0; i < order.length; i++) {
    const { children } = order[i] as Node;
    for (let at = 0; at < children.length; at++) order.push(children[at] as Node);
  }
  return order;
}

function newestStart(segment: Segment): Node | undefined {
  return segment.children
    .map((child) => child.start)
    .reduce<Node | undefined>((a, b) => (a && !isBefore(a, b) ? a : b), undefined);
}

/** By time, because lines need not stand in its order; by place where the times are equal or missing. */
function isBefore(a: Node, b: Node): boolean {
  const [at, other] = [timeOf(a.entry), timeOf(b.entry)];
  return at === undefined || other === undefined || at === other ? a.index < b.index : at < other;
}

// Newer clients put a prompt that was cancelled before the first token back into the input box, and leave its line behind.
function isCancelled(segment: Segment, newest: ReadonlyMap<Segment, Node | undefined>): boolean {
  if (segment.state !== 'live' || !segment.parent || segment.children.length > 0) return false;
  const later = newest.get(segment.parent);
  if (!later || !isBefore(segment.start, later)) return false;
  return segment.nodes.every(
    ({ entry }) => entry === segment.start.entry || entry.value.type === 'attachment',
  );
}
