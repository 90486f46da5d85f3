// The branches of a session: every way the conversation went from its start to an end, and the one a resume continues.
import { timestampOf } from '../log/fields.ts';
import type { Entry } from '../log/line.ts';
import { activeLeaf, isConversation, type ThreadKind } from './active-leaf.ts';
import { displayOrder } from './display-order.ts';
import type { Graph, Node } from './graph.ts';
import { cutSegments, type Segment } from './segments.ts';
import { userKind } from './user-kind.ts';

/** One way through the conversation, from the start to a leaf. */
export interface Branch {
  /** The entry that a resume of this branch would continue from. */
  readonly leaf: Node;
  readonly segments: readonly Segment[];
  readonly active: boolean;
  readonly prompts: number;
  readonly firstTime: string | undefined;
  readonly lastTime: string | undefined;
}

/** All branches of a thread in file order of their leaves; one is active, if there is any. */
export function listBranches(graph: Graph, entries: readonly Entry[], thread: ThreadKind = 'main'): Branch[] {
  const active = activeLeaf(graph, entries, thread);
  const segments = cutSegments(graph).filter((segment) => thread === 'agent' || !segment.sidechain);
  let totals: ReadonlyMap<Segment, Totals> | undefined;
  const totalsOf = (end: Segment): Totals => {
    totals ??= addUp(segments);
    return totals.get(end) as Totals;
  };
  const branches = segments.filter(isEnd).flatMap((end): Draft[] => {
    const leaf = leafOf(end, active, thread);
    return leaf ? [branchTo(leaf, end, totalsOf)] : [];
  });
  branches.sort((a, b) => a.leaf.index - b.leaf.index);
  // A last-prompt may name an entry inside a stretch: the newest branch through it is the one that goes on.
  const current =
    branches.findLast(({ leaf }) => leaf === active) ?? branches.findLast((branch) => holds(branch, active));
  if (current) current.active = true;
  return branches;
}

/** The nodes of a branch in reading order [G5], with the parallel calls and side entries that a walk back from the leaf loses. */
export function branchNodes(branch: Branch): Node[] {
  return displayOrder(branch.segments.flatMap((segment) => segment.nodes));
}

/** The entries of those nodes; none where there is no branch. */
export function branchEntries(branch: Branch | undefined): readonly Entry[] {
  return branch ? branchNodes(branch).map((node) => node.entry) : [];
}

/** Seed 001's reconstruction: from a leaf back through the parents. It loses parallel tool calls [G3]; kept for comparison. */
export function walkParents(leaf: Node): Node[] {
  const path: Node[] = [];
  for (let node: Node | undefined = leaf; node; node = node.parent) path.push(node);
  return path.reverse();
}

interface Draft extends Branch {
  active: boolean;
}

// The stretches are lined up, and prompts counted, when somebody asks: of thousands of branches most are never read, and all
// share a long trunk.
function branchTo(leaf: Node, end: Segment, totalsOf: (end: Segment) => Totals): Draft {
  return {
    leaf,
    active: false,
    get prompts() {
      return totalsOf(end).prompts;
    },
    get firstTime() {
      return totalsOf(end).firstTime;
    },
    get lastTime() {
      return totalsOf(end).lastTime;
    },
    get segments() {
      return chainOf(end);
    },
  };
}

function isEnd(segment: Segment): boolean {
  return segment.state === 'live' && !segment.children.some((child) => child.state === 'live');
}

function chainOf(end: Segment): Segment[] {
  const segments: Segment[] = [];
  for (let segment: Segment | undefined = end; segment; segment = segment.parent) segments.push(segment);
  return segments.reverse();
}

function holds(branch: Branch, node: Node | undefined): boolean {
  return node !== undefined && branch.segments.some((segment) => segment.nodes.includes(node));
}

// The last line of the stretch that a conversation can go on from; the active leaf itself if it is in there.
function leafOf(end: Segment, active: Node | undefined, thread: ThreadKind): Node | undefined {
  if (active && end.nodes.includes(active)) return active;
  const isMain = ({ entry }: Node) => isConversation(entry, thread);
  return (
    end.nodes.findLast((node) => node.children.length === 0 && isMain(node)) ?? end.nodes.findLast(isMain)
  );
}

type Totals = Pick<Branch, 'prompts' | 'firstTime' | 'lastTime'>;

// Each segment's sums include those of the segments before it, so that many branches do not count a long trunk again.
function addUp(segments: readonly Segment[]): Map<Segment, Totals> {
  const totals = new Map<Segment, Totals>();
  for (const segment of segments) {
    const before = segment.parent && totals.get(segment.parent);
    let { prompts, firstTime, lastTime }: Totals = before ?? {
      prompts: 0,
      firstTime: undefined,
      lastTime: undefined,
    };
    for (const { entry } of segment.nodes) {
      const time = timestampOf(entry);
      if (time !== undefined && (firstTime === undefined || time < firstTime)) firstTime = time;
      if (time !== undefined && (lastTime === undefined || time > lastTime)) lastTime = time;
      if (entry.value.type === 'user' && userKind(entry) === 'prompt') prompts++;
    }
    totals.set(segment, { prompts, firstTime, lastTime });
  }
  return totals;
}
