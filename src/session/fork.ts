// The real forks of a graph: where the conversation went two ways [G3], and what each way begins with.
import { contentText, entryBlocks } from '../log/block.ts';
import { messageIdOf, messageOf, timestampOf } from '../log/fields.ts';
import type { Entry } from '../log/line.ts';
import type { Graph, Node } from './graph.ts';
import { type ForkChild, isRealFork } from './real-fork.ts';
import { userKind } from './user-kind.ts';

/** One of the ways on from a fork. */
export interface Way {
  /** The child of the fork that begins this way; for an answer, every block of it that hangs on the fork. */
  readonly starts: readonly Node[];
  /** Poorer copies of the prompt, logged at the same moment [G8]. */
  readonly phantoms: readonly Node[];
}

/** An entry where the conversation went two ways [G3]. */
export interface Fork {
  readonly at: Node;
  readonly ways: readonly Way[];
}

/** Lists the real forks of a graph: parallel calls and side entries are none [G3]. */
export function listForks(graph: Graph): Fork[] {
  const forks: Fork[] = [];
  const { nodes } = graph;
  for (let i = 0; i < nodes.length; i++) {
    const node = nodes[i] as Node;
    if (node.children.length < 2) continue;
    const children = node.children.map((start) => ({ start, ...lookThrough(start) }));
    if (isRealFork(children)) forks.push({ at: node, ways: listWays(children) });
    else {
      // Even where there is one way only, copies of its prompt are no conversation of their own.
      const ways = listWays(children).filter((way) => way.phantoms.length > 0);
      if (ways.length > 0) forks.push({ at: node, ways });
    }
  }
  return forks;
}

interface Child extends ForkChild {
  readonly start: Node;
  readonly node: Node;
}

// System entries and attachments may stand between an answer and the prompt that follows it: what counts is what they lead to.
function lookThrough(start: Node): ForkChild & { node: Node } {
  let node = start;
  while (isBetween(node.entry) && node.children.length === 1) node = node.children[0] as Node;
  return { ...forkChild(node.entry), node };
}

function isBetween(entry: Entry): boolean {
  const { type, subtype } = entry.value;
  return (type === 'system' && subtype !== 'compact_boundary') || type === 'attachment';
}

/** The role a child plays in the question whether its parent is a fork. */
function forkChild(entry: Entry): ForkChild {
  const { type } = entry.value;
  if (type === 'assistant') return { role: 'answer', timestamp: timestampOf(entry), text: '' };
  if (type === 'user' && userKind(entry) === 'prompt') {
    return { role: 'prompt', timestamp: timestampOf(entry), text: contentText(messageOf(entry)?.content) };
  }
  return { role: 'other', timestamp: undefined, text: '' };
}

function listWays(children: readonly Child[]): Way[] {
  const answers = new Map<string | undefined, Node[]>();
  const prompts = new Map<string, Child[]>();
  for (const child of children) {
    if (child.role === 'answer') addTo(answers, messageIdOf(child.node.entry), child.start);
    // Without a time, nothing tells a copy from a prompt that was typed twice.
    if (child.role === 'prompt') addTo(prompts, child.timestamp ?? child.start.uuid, child);
  }
  const ways: Way[] = [...answers.values()].map((starts) => ({ starts, phantoms: [] }));
  for (const sameMoment of prompts.values()) {
    for (const copies of groupCopies(sameMoment)) {
      const richest = copies.reduce((best, next) =>
        richness(next.node) >= richness(best.node) ? next : best,
      );
      const phantoms = copies.filter((copy) => copy !== richest).map((copy) => copy.start);
      ways.push({ starts: [richest.start], phantoms });
    }
  }
  return ways.sort((a, b) => (a.starts[0] as Node).index - (b.starts[0] as Node).index);
}

// Same text, or no text beside one that has some: copies. Different non-empty texts: different prompts [G8].
function groupCopies(sameMoment: readonly Child[]): Child[][] {
  const byText = new Map<string | number, Child[]>();
  for (const child of sameMoment) addTo(byText, child.text, child);
  const textless = byText.get('');
  if (!textless || byText.size === 1) return [...byText.values()];
  byText.delete('');
  const [first = [], ...others] = byText.values();
  return [[...first, ...textless], ...others];
}

function addTo<K, V>(groups: Map<K, V[]>, key: K, value: V): void {
  const group = groups.get(key);
  if (group) group.push(value);
  else groups.set(key, [value]);
}

// Blocks first, then text: the client logs the complete prompt last, after poorer drafts of it.
function richness(node: Node): number {
  return entryBlocks(node.entry).length * 1e9 + contentText(messageOf(node.entry)?.content).length;
}
