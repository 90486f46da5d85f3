// Chooses the entry that a resume continues from, by the rule of the client's era.
import type { ClientBehaviour } from './client-behaviour.ts';
import { isTalk, type Node, NodeMarks, type NodeTable } from './read-nodes.ts';

/** The leaf, or undefined where the client finds no conversation. */
export function chooseLeaf(table: NodeTable, behaviour: ClientBehaviour): Node | undefined {
  const { leaf, withoutTimes, descends, lastPrompt } = behaviour;
  const rule = `${leaf} ${withoutTimes} ${descends} ${lastPrompt}`;
  let known = leaves.get(table);
  if (!known) {
    known = new Map();
    leaves.set(table, known);
  }
  if (!known.has(rule)) known.set(rule, chooseBy(table, behaviour));
  return known.get(rule);
}

// A dozen clients are asked about one table, and most have the rule of another.
const leaves = new WeakMap<NodeTable, Map<string, Node | undefined>>();

function chooseBy(table: NodeTable, behaviour: ClientBehaviour): Node | undefined {
  const main = listMain(table);
  if (!table.nodes.some((node) => node.time !== undefined)) {
    return behaviour.withoutTimes === 'refused' ? undefined : main[0];
  }
  if (behaviour.leaf === 'newest') return newest(main);
  const last = main.findLast(talksAbove()) ?? main.at(-1);
  const leaf = last && behaviour.descends ? descend(last, main, table) : last;
  return behaviour.lastPrompt ? named(table, leaf) : leaf;
}

// Mostly there is nothing else.
function listMain({ nodes }: NodeTable): readonly Node[] {
  return nodes.some((node) => node.sidechain) ? nodes.filter((node) => !node.sidechain) : nodes;
}

/** The newest by time, whatever its type; the first of them in the file on a tie [R1]. */
function newest(main: readonly Node[]): Node | undefined {
  let leaf: Node | undefined;
  let newestTime = -1;
  for (let i = 0; i < main.length; i++) {
    const node = main[i] as Node;
    const time = node.time ?? -1;
    if (time <= newestTime) continue;
    leaf = node;
    newestTime = time;
  }
  return leaf;
}

/** Whether a user or assistant entry stands at or above a node; answers are kept, so that all calls together are O(n). */
function talksAbove(): (node: Node) => boolean {
  const known = new Map<string, boolean>();
  return (node) => {
    const walked: string[] = [];
    let at: Node | undefined = node;
    while (at && !isTalk(at) && !known.has(at.uuid)) {
      known.set(at.uuid, false);
      walked.push(at.uuid);
      at = at.up;
    }
    const answer = at !== undefined && (isTalk(at) || known.get(at.uuid) === true);
    for (const uuid of walked) known.set(uuid, answer);
    return answer;
  };
}

/** From an entry that has children, down to the last of them [resume R2]. */
function descend(from: Node, main: readonly Node[], table: NodeTable): Node {
  if (!main.some((node) => node.parent === from.uuid)) return from;
  const children = new Map<string, Node[]>();
  for (const node of main) {
    if (node.parent === undefined) continue;
    const siblings = children.get(node.parent);
    if (siblings) siblings.push(node);
    else children.set(node.parent, [node]);
  }
  const walked = new NodeMarks(table);
  for (let at: Node | undefined = from; at && !walked.has(at); at = at.up) walked.add(at);
  let leaf = from;
  for (;;) {
    const child = children.get(leaf.uuid)?.findLast((node) => !walked.has(node));
    if (!child) return leaf;
    walked.add(child);
    leaf = child;
  }
}

/** The leaf that the last `last-prompt` names, unless the conversation went on below it [resume R3]. */
function named(table: NodeTable, leaf: Node | undefined): Node | undefined {
  const { lastPrompt, byUuid } = table;
  const wanted = lastPrompt && byUuid.get(lastPrompt.leaf);
  if (!wanted || !leaf) return leaf;
  const truncates = lastPrompt.explicit && leaf.position < lastPrompt.position;
  return truncates || !descendsFrom(leaf, wanted, table) ? wanted : leaf;
}

function descendsFrom(node: Node, ancestor: Node, table: NodeTable): boolean {
  const walked = new NodeMarks(table);
  for (let at: Node | undefined = node; at && !walked.has(at); at = at.up) {
    if (at === ancestor) return true;
    walked.add(at);
  }
  return false;
}
