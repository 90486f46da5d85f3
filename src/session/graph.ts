// Links entries by uuid into a forest that is safe to walk: dangling links, duplicates and cycles become problems [G1–G6].
import { append } from '../base/append.ts';
import { isCompactBoundary, isSidechain, logicalParentUuidOf, parentUuidOf, uuidOf } from '../log/fields.ts';
import type { Entry } from '../log/line.ts';
import { breakCycles } from './break-cycles.ts';
import type { Problem } from './problem.ts';

/** How a node is joined to its parent. Only `parent` is written as such in the file. */
export type LinkBasis =
  | 'parent'
  /** A compaction boundary, continued by its logicalParentUuid [G4]. */
  | 'logical'
  /** A boundary whose logical parent is not in the file: continued from the last main entry before it. */
  | 'before-boundary';

/** An entry in the graph. */
export interface Node {
  readonly uuid: string;
  /** Position among the entries given; the last line of a repeated uuid counts, as for the client. */
  readonly index: number;
  readonly entry: Entry;
  readonly parent: Node | undefined;
  readonly basis: LinkBasis | undefined;
  readonly children: readonly Node[];
}

/** The linked entries with their parents and children. */
export interface Graph {
  /** Linked entries in file order, one node a uuid. */
  readonly nodes: readonly Node[];
  readonly byUuid: ReadonlyMap<string, Node>;
  readonly roots: readonly Node[];
  readonly problems: readonly Problem[];
  /** Earlier lines of a repeated uuid, which its node does not show. */
  readonly repeated: readonly Entry[];
}

interface Draft {
  uuid: string;
  index: number;
  entry: Entry;
  parent: Draft | undefined;
  basis: LinkBasis | undefined;
  children: Draft[];
}

/** Builds the graph of one file's entries, given in file order. Linear in their number. */
export function buildGraph(entries: readonly Entry[]): Graph {
  const problems: Problem[] = [];
  const repeated: Entry[] = [];
  const byUuid = collectNodes(entries, repeated, problems);
  const nodes = [...byUuid.values()];
  // A repeated uuid keeps its first place in the map, and its last line counts.
  if (repeated.length > 0) nodes.sort((a, b) => a.index - b.index);
  linkParents(nodes, byUuid, problems);
  for (const node of breakCycles(nodes)) {
    problems.push(problem('G6', 'error', node, 'is its own ancestor: the links form a cycle'));
  }
  for (let i = 0; i < nodes.length; i++) {
    const node = nodes[i] as Draft;
    if (node.parent) node.parent.children = append(node.parent.children, node);
  }
  return { nodes, byUuid, roots: nodes.filter((node) => !node.parent), problems, repeated };
}

function collectNodes(entries: readonly Entry[], repeated: Entry[], problems: Problem[]): Map<string, Draft> {
  const byUuid = new Map<string, Draft>();
  for (let index = 0; index < entries.length; index++) {
    const entry = entries[index] as Entry;
    const uuid = uuidOf(entry);
    if (uuid === undefined) continue;
    const earlier = byUuid.get(uuid);
    if (earlier) {
      repeated.push(earlier.entry);
      problems.push(problem('G8', 'note', earlier, 'is logged again further down; the last line counts'));
    }
    byUuid.set(uuid, { uuid, index, entry, parent: undefined, basis: undefined, children: NO_CHILDREN });
  }
  return byUuid;
}

const NO_CHILDREN: Draft[] = [];

function linkParents(nodes: readonly Draft[], byUuid: ReadonlyMap<string, Draft>, problems: Problem[]): void {
  let lastMain: Draft | undefined;
  let before: Draft | undefined;
  for (let i = 0; i < nodes.length; i++) {
    const node = nodes[i] as Draft;
    const parentUuid = parentUuidOf(node.entry);
    if (parentUuid !== undefined) {
      // Mostly it is the line before, which is told sooner than by looking it up.
      node.parent = before?.uuid === parentUuid ? before : byUuid.get(parentUuid);
      node.basis = node.parent && 'parent';
      if (!node.parent)
        problems.push(
          problem('G6', 'warning', node, `names a parent that is not in the file: ${parentUuid}`),
        );
      else if (node.parent.index > node.index) {
        problems.push(problem('G5', 'note', node, 'names a parent that stands later in the file'));
      }
    } else if (isCompactBoundary(node.entry)) {
      const logical = byUuid.get(logicalParentUuidOf(node.entry) ?? '');
      node.parent = logical ?? lastMain;
      node.basis = node.parent && (logical ? 'logical' : 'before-boundary');
    }
    if (!isSidechain(node.entry) && node.entry.value.type !== 'progress') lastMain = node;
    before = node;
  }
}

function problem(rule: string, severity: Problem['severity'], node: Draft, what: string): Problem {
  return { rule, severity, place: node.entry.place, message: `The entry ${node.uuid} ${what}.` };
}
