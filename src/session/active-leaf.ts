// The leaf that the newest client would resume [R1]: the last main entry in the file, unless a last-prompt names another.
import { stringField } from '../base/json.ts';
import { isSidechain } from '../log/fields.ts';
import type { Entry } from '../log/line.ts';
import type { Graph, Node } from './graph.ts';

export type ThreadKind = 'main' | 'agent';

/** `thread` says whose file it is: in an agent's own file all entries are sidechain entries. */
export function activeLeaf(
  graph: Graph,
  entries: readonly Entry[],
  thread: ThreadKind = 'main',
): Node | undefined {
  const last = lastNode(graph, thread);
  const named = namedLeaf(graph, entries);
  if (!named || !last) return last ?? named;
  return descendsFrom(last, named) ? last : named;
}

function lastNode(graph: Graph, thread: ThreadKind): Node | undefined {
  const last = graph.nodes.findLast((node) => isConversation(node.entry, thread));
  // Lines need not be in the order of the links: what stands last may have gone on elsewhere.
  let leaf = last;
  for (let next = leaf; next; next = lastChild(next, thread)) leaf = next;
  return leaf;
}

function lastChild(node: Node, thread: ThreadKind): Node | undefined {
  return node.children.findLast((child) => isConversation(child.entry, thread));
}

/** Progress, and agents inside the main file, are never what a resume continues. */
export function isConversation(entry: Entry, thread: ThreadKind): boolean {
  const { type } = entry.value;
  if (thread === 'main' && isSidechain(entry)) return false;
  return type === 'user' || type === 'assistant' || type === 'system' || type === 'attachment';
}

function namedLeaf(graph: Graph, entries: readonly Entry[]): Node | undefined {
  const line = entries.findLast(
    ({ value }) => value.type === 'last-prompt' && stringField(value, 'leafUuid'),
  );
  return line && graph.byUuid.get(stringField(line.value, 'leafUuid') ?? '');
}

function descendsFrom(node: Node, ancestor: Node): boolean {
  for (let up: Node | undefined = node; up; up = up.parent) if (up === ancestor) return true;
  return false;
}
