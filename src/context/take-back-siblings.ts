// Takes back what a walk over parents misses: blocks of a message on the path, the results of its calls, what hangs on them [G3].
import { messageIdOf } from '../log/fields.ts';
import type { ClientBehaviour } from './client-behaviour.ts';
import { type Hanger, hasTwigs, isQuiet, listQuietBeside } from './quiet-beside.ts';
import { type Node, NodeMarks, type NodeTable } from './read-nodes.ts';

interface Group {
  /** Members in the order they will be sent, the message's first block on the path foremost. */
  readonly members: Node[];
  readonly blocks: Node[];
  readonly results: Node[];
  /** Those results that hang on a block of the message: all that clients before 2.1.325 look for. */
  readonly hung: Node[];
  /** Attachments and other quiet entries that hang beside the path on a block or a result of an answer with calls. */
  readonly quiet: Node[];
}

interface Siblings {
  readonly groups: readonly Group[];
  readonly onPath: NodeMarks;
}

/**
 * The path with the missing members put in. The path's own order stays; each comes before the first member that stands
 * later in the file, but never before the message's first block on the path [resume R7].
 */
export function takeBackSiblings(
  path: readonly Node[],
  table: NodeTable,
  behaviour: ClientBehaviour,
): readonly Node[] {
  if (behaviour.siblings === 'lost') return path;
  const { groups, onPath } = siblingsOf(path, table);
  const before = new Map<Node, Node[]>();
  const after = new Map<Node, Node[]>();
  const quietBehind = groups.some(({ quiet }) => quiet.length > 0) ? quietRuns(path, groups) : undefined;
  for (const { members, blocks, results, hung, quiet } of groups) {
    if (behaviour.siblings === 'behind-last-block') {
      const last = members.findLast((member) => member.type === 'assistant');
      const missing = [...[...blocks].sort(byTime), ...[...hung].sort(byTime)];
      if (last && missing.length > 0) after.set(last, missing);
      continue;
    }
    let joined = insertByPosition(insertByPosition(members, blocks), results);
    if (quiet.length > 0) {
      joined = joined.flatMap((member) => [member, ...(quietBehind?.get(member) ?? [])]);
      joined = insertByPosition(joined, quiet);
    }
    noteInsertions(joined, onPath, before, after);
  }
  if (before.size === 0 && after.size === 0) return path;
  const whole: Node[] = [];
  for (const node of path) {
    for (const one of before.get(node) ?? []) whole.push(one);
    whole.push(node);
    for (const one of after.get(node) ?? []) whole.push(one);
  }
  return whole;
}

// Clients that walk the same path miss the same of it.
const known = new WeakMap<readonly Node[], Siblings>();

function siblingsOf(path: readonly Node[], table: NodeTable): Siblings {
  let siblings = known.get(path);
  if (!siblings) {
    const onPath = new NodeMarks(table, path);
    siblings = { groups: listGroups(path, table, onPath), onPath };
    known.set(path, siblings);
  }
  return siblings;
}

/** The messages on the path of which something could be missing from it: of a chain without parallel calls, none. */
function listGroups(path: readonly Node[], table: NodeTable, onPath: NodeMarks): readonly Group[] {
  if (isComplete(path, table, onPath)) return [];
  const hangers = listQuietBeside(table, onPath);
  const wanted = findWanted(path, { table, onPath, hangers });
  return wanted.size === 0 ? [] : groupMessages(path, { table, onPath, hangers }, wanted);
}

/** Whether nothing beside the path is of its messages and calls, where that is told sooner than by an index of the whole table. */
function isComplete(path: readonly Node[], table: NodeTable, onPath: NodeMarks): boolean {
  if (path.length * 2 < table.nodes.length || hasTwigs(table)) return false;
  const [ids, calls] = [new Set<string>(), new Set<string>()];
  for (const node of table.nodes) {
    if (node.sidechain || onPath.has(node)) continue;
    const id = idOf(node);
    if (id !== undefined) ids.add(id);
    for (const call of node.calls) calls.add(call);
    for (const call of node.results) calls.add(call);
  }
  if (ids.size === 0 && calls.size === 0) return true;
  return !path.some((node) => ids.has(idOf(node) ?? '') || node.calls.some((call) => calls.has(call)));
}

interface Scene {
  readonly table: NodeTable;
  readonly onPath: NodeMarks;
  readonly hangers: readonly Hanger[];
}

/** Messages that hold the same call are wanted together. */
function findWanted(path: readonly Node[], { table, onPath, hangers }: Scene): ReadonlySet<string> {
  const { answers, calls } = indexOf(table);
  const isBeside = (node: Node) => !node.sidechain && !onPath.has(node);
  const wanted = new Set<string>();
  const messageOfCall = new Map<string, string>();
  for (const node of path) {
    const id = idOf(node);
    if (id === undefined) continue;
    if (!wanted.has(id) && answers.get(id)?.some(isBeside)) wanted.add(id);
    for (const call of node.calls) {
      const other: string = messageOfCall.get(call) ?? id;
      messageOfCall.set(call, id);
      if (other === id && !calls.get(call)?.some(isBeside)) continue;
      wanted.add(id);
      wanted.add(other);
    }
  }
  for (const { anchor } of hangers) {
    const id = idOf(anchor) ?? messageOfCall.get(anchor.results[0] ?? '');
    if (id !== undefined) wanted.add(id);
  }
  return wanted;
}

function groupMessages(
  path: readonly Node[],
  { table, onPath, hangers }: Scene,
  wanted: ReadonlySet<string>,
): readonly Group[] {
  const { answers, results } = indexOf(table);
  const groups = new Map<string, Group>();
  for (const node of path) {
    const id = idOf(node);
    if (id !== undefined && wanted.has(id) && !groups.has(id))
      groups.set(id, { members: [], blocks: [], results: [], hung: [], quiet: [] });
  }
  const parts: { readonly node: Node; readonly group: Group }[] = [];
  for (const [id, group] of groups) {
    for (const node of answers.get(id) ?? []) {
      if (node.sidechain && !onPath.has(node)) continue;
      if (!onPath.has(node)) group.blocks.push(node);
      parts.push({ node, group });
    }
  }
  // A call that two messages hold is the first one's, by place in the file.
  parts.sort((a, b) => a.node.position - b.node.position);
  const groupOfCall = new Map<string, Group>();
  for (const { node, group } of parts)
    for (const call of node.calls) if (!groupOfCall.has(call)) groupOfCall.set(call, group);
  for (const node of path) {
    const own = groups.get(idOf(node) ?? '');
    if (own) own.members.push(node);
    // A result that stands before its message's first block cannot hold the place of anything behind that block.
    else
      for (const group of groupsAnswered(node, groupOfCall))
        if (group.members.length > 0) group.members.push(node);
  }
  const beside = new Set<Node>();
  for (const id of groupOfCall.keys())
    for (const node of results.get(id) ?? []) if (!node.sidechain && !onPath.has(node)) beside.add(node);
  for (const node of [...beside].sort((a, b) => a.position - b.position)) {
    const [group] = groupsAnswered(node, groupOfCall);
    group?.results.push(node);
    groups.get((node.up && idOf(node.up)) ?? '')?.hung.push(node);
  }
  const withCalls = new Set(groupOfCall.values());
  for (const { node, anchor } of hangers) {
    const own = groups.get(idOf(anchor) ?? '');
    const [group = own] = groupsAnswered(anchor, groupOfCall);
    if (group && withCalls.has(group)) group.quiet.push(node);
  }
  return [...groups.values()];
}

/** The quiet entries that follow a member on the path itself: they hold their places among what is put in. */
function quietRuns(path: readonly Node[], groups: readonly Group[]): ReadonlyMap<Node, readonly Node[]> {
  const members = new Set(groups.flatMap((group) => (group.quiet.length > 0 ? group.members : [])));
  const runs = new Map<Node, Node[]>();
  let run: Node[] | undefined;
  for (const node of path) {
    if (members.has(node)) {
      run = [];
      runs.set(node, run);
    } else if (isQuiet(node)) run?.push(node);
    else run = undefined;
  }
  return runs;
}

interface Index {
  /** The lines of each answer, by message id, and the user entries with a result of each call; in file order. */
  readonly answers: ReadonlyMap<string, readonly Node[]>;
  readonly results: ReadonlyMap<string, readonly Node[]>;
  /** All that hold a call or a result of it. */
  readonly calls: ReadonlyMap<string, readonly Node[]>;
}

// A session that was compacted a hundred times has a hundred paths, and each would go through all nodes.
const indices = new WeakMap<NodeTable, Index>();

function indexOf(table: NodeTable): Index {
  const made = indices.get(table);
  if (made) return made;
  const answers = new Map<string, Node[]>();
  const results = new Map<string, Node[]>();
  const calls = new Map<string, Node[]>();
  const { nodes } = table;
  for (let i = 0; i < nodes.length; i++) {
    const node = nodes[i] as Node;
    const id = idOf(node);
    if (id !== undefined) add(answers, id, node);
    // Most have none.
    if (node.calls.length > 0) for (const call of node.calls) add(calls, call, node);
    if (node.results.length === 0) continue;
    for (const call of node.results) {
      add(calls, call, node);
      if (node.type === 'user') add(results, call, node);
    }
  }
  const index = { answers, results, calls };
  indices.set(table, index);
  return index;
}

function add(lists: Map<string, Node[]>, id: string, node: Node): void {
  const list = lists.get(id);
  if (list) list.push(node);
  else lists.set(id, [node]);
}

const NO_GROUPS: ReadonlySet<Group> = new Set();

function groupsAnswered(node: Node, groupOfCall: ReadonlyMap<string, Group>): ReadonlySet<Group> {
  if (node.type !== 'user' || node.results.length === 0) return NO_GROUPS;
  const groups = new Set<Group>();
  for (const call of node.results) {
    const group = groupOfCall.get(call);
    if (group) groups.add(group);
  }
  return groups;
}

/** Puts each newcomer (in file order) before the first member after the foremost that stands later in the file. */
function insertByPosition(members: readonly Node[], newcomers: readonly Node[]): Node[] {
  if (newcomers.length === 0) return [...members];
  // The greatest position so far only grows, so the first member past a position is found by halving.
  const greatest: number[] = [];
  for (const member of members.slice(1)) greatest.push(Math.max(greatest.at(-1) ?? -1, member.position));
  const slots = new Map<number, Node[]>();
  for (const newcomer of newcomers) {
    let low = 0;
    let high = greatest.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((greatest[middle] ?? 0) > newcomer.position) high = middle;
      else low = middle + 1;
    }
    const slot = slots.get(low);
    if (slot) slot.push(newcomer);
    else slots.set(low, [newcomer]);
  }
  const first = members.slice(0, 1);
  const rest = members.slice(1).flatMap((member, index) => [...(slots.get(index) ?? []), member]);
  return [...first, ...rest, ...(slots.get(greatest.length) ?? [])];
}

/** Notes each inserted node before the next member that is on the path, or after the last one. */
function noteInsertions(
  members: readonly Node[],
  onPath: NodeMarks,
  before: Map<Node, Node[]>,
  after: Map<Node, Node[]>,
): void {
  let pending: Node[] = [];
  let last: Node | undefined;
  for (const member of members) {
    if (!onPath.has(member)) {
      pending.push(member);
      continue;
    }
    if (pending.length > 0) before.set(member, [...(before.get(member) ?? []), ...pending]);
    pending = [];
    last = member;
  }
  if (last && pending.length > 0) after.set(last, [...pending, ...(after.get(last) ?? [])]);
}

function byTime(a: Node, b: Node): number {
  return (a.time ?? 0) - (b.time ?? 0) || a.position - b.position;
}

function idOf(node: Node): string | undefined {
  return node.type === 'assistant' ? messageIdOf(node.entry) : undefined;
}
