// Hangs entries whose parent is lost where they belong: by message, by tool call, then by time [R4].
import { append } from '../../base/append.ts';
import { asWords, type JsonObject } from '../../base/json.ts';
import { entryBlocks } from '../../log/block.ts';
import {
  isCompactBoundary,
  isSidechain,
  messageIdOf,
  parentUuidOf,
  timeOf,
  typeOf,
} from '../../log/fields.ts';
import { isKnownType } from '../../log/known-format.ts';
import { buildGraph, type Graph, type Node } from '../../session/graph.ts';
import { type MendChange, type Mended, type MendedLine, presentEntries } from './mended-line.ts';

/**
 * A null parent in the middle cuts history in every client, so a lost link is replaced, never removed. Agents inside the
 * main file and compaction boundaries start roots by right.
 */
export function mendLinks(lines: readonly MendedLine[]): Mended {
  const present = presentEntries(lines);
  const graph = buildGraph(present.map(({ entry }) => entry));
  const places = new Places(graph);
  const parents = new Map<string, Found>();
  const [first] = graph.roots;
  for (const node of graph.roots) {
    if (node === first || !isLost(node)) continue;
    const found = places.find(node);
    if (found) parents.set(node.uuid, found);
  }
  const nearest = new Map<Node, Node | undefined>();
  const above = (node: Node) => node.parent ?? graph.byUuid.get(parents.get(node.uuid)?.uuid ?? '');
  for (const { uuid, parent } of graph.nodes) {
    // Clients take entries of types that they do not know for missing [R4].
    const known = parent && nearestKnown(parent, above, nearest);
    if (known && known !== parent)
      parents.set(uuid, { uuid: known.uuid, how: 'the nearest ancestor that clients know' });
  }
  // The first of all names one that follows it: the circle is opened there, because older clients never come out of it.
  if (first && isLost(first) && graph.byUuid.has(parentUuidOf(first.entry) ?? ''))
    parents.set(first.uuid, BEGINNING);
  const changes: MendChange[] = [];
  const mended = lines.map((one): MendedLine => {
    const found = one.value === undefined ? undefined : parents.get(asWords(one.value.uuid));
    if (!found || one.value === undefined) return one;
    changes.push({
      kind: 'relink',
      place: one.line?.place,
      message: `Line ${one.line?.place.line ?? '(new)'} named ${describeLost(one.value)}; it ${found.uuid === null ? 'has none now' : `hangs on ${found.uuid} now`} (${found.how}).`,
    });
    return { ...one, value: { ...one.value, parentUuid: found.uuid } };
  });
  return { lines: mended, changes };
}

interface Found {
  readonly uuid: string | null;
  readonly how: string;
}

const BEGINNING: Found = { uuid: null, how: 'the beginning' };

function isLost({ entry }: Node): boolean {
  return !isCompactBoundary(entry) && !isSidechain(entry) && entry.value.type !== 'progress';
}

/** The entry itself, or its nearest ancestor, of a type that clients know. What was found is kept: all of a file may be strangers. */
function nearestKnown(
  node: Node,
  above: (node: Node) => Node | undefined,
  nearest: Map<Node, Node | undefined>,
): Node | undefined {
  const strangers: Node[] = [];
  let at: Node | undefined = node;
  for (; at && !nearest.has(at) && !isKnownType(typeOf(at.entry)); at = above(at)) {
    strangers.push(at);
    // Until more is known: who comes back to it goes in a circle.
    nearest.set(at, undefined);
  }
  const known = at && nearest.has(at) ? nearest.get(at) : at;
  for (const one of strangers) nearest.set(one, known);
  return known;
}

function describeLost(value: JsonObject): string {
  return typeof value.parentUuid === 'string'
    ? `a parent that cannot be reached (${asWords(value.parentUuid)})`
    : 'no parent';
}

/** Where lost entries can hang, and what hangs on them by now: nothing may be hung below itself. */
class Places {
  readonly #byMessage = new Map<string, Node[]>();
  readonly #byCall = new Map<string, Node>();
  readonly #timed: readonly Timed[];
  /** The root of each node. */
  readonly #roots = new Map<Node, Node>();
  /** For each root that was hung somewhere, a root above it. */
  readonly #hung = new Map<Node, Node>();

  constructor({ nodes, roots }: Graph) {
    const order = [...roots];
    // The list grows while it is walked: each node brings its children behind it.
    for (const node of order) {
      this.#roots.set(node, node.parent ? (this.#roots.get(node.parent) as Node) : node);
      for (const child of node.children) order.push(child);
    }
    for (const node of nodes) {
      const id = node.entry.value.type === 'assistant' ? messageIdOf(node.entry) : undefined;
      if (id !== undefined) this.#byMessage.set(id, append(this.#byMessage.get(id), node));
      for (const block of entryBlocks(node.entry))
        if (block.type === 'tool_use') this.#byCall.set(asWords(block.id), node);
    }
    this.#timed = nodes
      .flatMap((node): Timed[] => {
        const { entry } = node;
        const time = timeOf(entry);
        if (time === undefined || isSidechain(entry) || entry.value.type === 'progress') return [];
        return [{ node, time }];
      })
      .sort((a, b) => a.time - b.time || a.node.index - b.node.index);
  }

  /** A place for a root that has none yet; it hangs there from now on. */
  find(root: Node): Found | undefined {
    const place = this.#bySibling(root) ?? this.#byUse(root) ?? this.#byTime(root);
    if (place) this.#hung.set(root, this.#topOf(place.node));
    return place && { uuid: place.node.uuid, how: place.how };
  }

  #bySibling(root: Node): HangingPlace | undefined {
    const siblings = this.#byMessage.get(messageIdOf(root.entry) ?? '') ?? [];
    const node = siblings.findLast((other) => other.index < root.index && this.#topOf(other) !== root);
    return node && { node, how: 'the block before it in the same answer' };
  }

  #byUse(root: Node): HangingPlace | undefined {
    for (const block of entryBlocks(root.entry)) {
      const node = block.type === 'tool_result' ? this.#byCall.get(asWords(block.tool_use_id)) : undefined;
      if (node && this.#topOf(node) !== root) return { node, how: 'the call that it answers' };
    }
    return undefined;
  }

  #byTime(root: Node): HangingPlace | undefined {
    const time = timeOf(root.entry);
    if (time === undefined) return undefined;
    let [low, high] = [0, this.#timed.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      const other = this.#timed[middle] as Timed;
      if (other.time < time || (other.time === time && other.node.index < root.index)) low = middle + 1;
      else high = middle;
    }
    while (low > 0 && this.#topOf((this.#timed[low - 1] as Timed).node) === root) low--;
    const node = this.#timed[low - 1]?.node;
    return node && { node, how: 'the entry before it in time' };
  }

  // Ways up are made short once they were gone: a file may have lost every one of its links.
  #topOf(node: Node): Node {
    const root = this.#roots.get(node) as Node;
    let top = root;
    for (let next = this.#hung.get(top); next; next = this.#hung.get(top)) top = next;
    for (let at = root; at !== top; ) {
      const next = this.#hung.get(at) as Node;
      this.#hung.set(at, top);
      at = next;
    }
    return top;
  }
}

interface Timed {
  readonly node: Node;
  readonly time: number;
}

interface HangingPlace {
  readonly node: Node;
  readonly how: string;
}
