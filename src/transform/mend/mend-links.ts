// Hangs entries whose parent is lost where they belong: by message, by tool call, then by time [R4].
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
import { buildGraph, type Node } from '../../session/graph.ts';
import { type MendChange, type Mended, type MendedLine, presentEntries } from './mended-line.ts';

/**
 * A null parent in the middle cuts history in every client, so a lost link is replaced, never removed. Agents inside the
 * main file and compaction boundaries start roots by right.
 */
export function mendLinks(lines: readonly MendedLine[]): Mended {
  const present = presentEntries(lines);
  const graph = buildGraph(present.map(({ entry }) => entry));
  const places = new Places(graph.nodes);
  const parents = new Map<string, Found>();
  const [first] = graph.roots;
  for (const node of graph.roots) {
    if (node === first || !isLost(node)) continue;
    const found = places.find(node);
    if (found) parents.set(node.uuid, found);
  }
  for (const node of graph.nodes) {
    const found = pastStrangers(node);
    if (found) parents.set(node.uuid, found);
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

/** Clients take entries of types that they do not know for missing [R4]. */
function pastStrangers({ parent }: Node): Found | undefined {
  if (!parent || isKnownType(typeOf(parent.entry))) return undefined;
  let known: Node | undefined = parent;
  while (known && !isKnownType(typeOf(known.entry))) known = known.parent;
  return known && { uuid: known.uuid, how: 'the nearest ancestor that clients know' };
}

function describeLost(value: JsonObject): string {
  return typeof value.parentUuid === 'string'
    ? `a parent that cannot be reached (${asWords(value.parentUuid)})`
    : 'no parent';
}

class Places {
  readonly #byMessage = new Map<string, Node[]>();
  readonly #byCall = new Map<string, Node>();
  readonly #timed: Node[];

  constructor(nodes: readonly Node[]) {
    for (const node of nodes) {
      const id = node.entry.value.type === 'assistant' ? messageIdOf(node.entry) : undefined;
      if (id !== undefined) this.#byMessage.set(id, [...(this.#byMessage.get(id) ?? []), node]);
      for (const block of entryBlocks(node.entry))
        if (block.type === 'tool_use') this.#byCall.set(asWords(block.id), node);
    }
    this.#timed = nodes
      .filter(
        ({ entry }) => !isSidechain(entry) && entry.value.type !== 'progress' && timeOf(entry) !== undefined,
      )
      .sort((a, b) => time(a) - time(b) || a.index - b.index);
  }

  find(node: Node): Found | undefined {
    const { entry } = node;
    const id = messageIdOf(entry);
    const siblings = (id === undefined ? undefined : this.#byMessage.get(id)) ?? [];
    const sibling = siblings.findLast((other) => other.index < node.index && !this.#descends(other, node));
    if (sibling) return { uuid: sibling.uuid, how: 'the block before it in the same answer' };
    for (const block of entryBlocks(entry)) {
      const use = block.type === 'tool_result' ? this.#byCall.get(asWords(block.tool_use_id)) : undefined;
      if (use && !this.#descends(use, node)) return { uuid: use.uuid, how: 'the call that it answers' };
    }
    const before = this.#before(node);
    return before && { uuid: before.uuid, how: 'the entry before it in time' };
  }

  #before(node: Node): Node | undefined {
    const at = timeOf(node.entry);
    if (at === undefined) return undefined;
    let found = this.#timed.findLastIndex(
      (other) => time(other) < at || (time(other) === at && other.index < node.index),
    );
    while (found >= 0 && this.#descends(this.#timed[found] as Node, node)) found--;
    return this.#timed[found];
  }

  // Hanging an entry on its own descendant would close a circle.
  #descends(node: Node, ancestor: Node): boolean {
    for (let up: Node | undefined = node; up; up = up.parent) if (up === ancestor) return true;
    return false;
  }
}

function time(node: Node): number {
  return timeOf(node.entry) ?? 0;
}
