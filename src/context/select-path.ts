// Selects the entries that a client loads of a session: leaf, walk, preserved tail, siblings, compaction cut.
import { messageOf } from '../log/fields.ts';
import type { Line } from '../log/line.ts';
import { chooseLeaf } from './choose-leaf.ts';
import type { ClientBehaviour } from './client-behaviour.ts';
import { addPreservedTail, cutAtCompaction } from './cut-at-compaction.ts';
import { isTalk, type Node, type NodeTable, readNodes } from './read-nodes.ts';
import { takeBackSiblings } from './take-back-siblings.ts';
import { type Path, walkPath } from './walk-path.ts';

export interface SelectedPath {
  readonly table: NodeTable;
  /** Undefined where the client finds no conversation, or fails on the file. */
  readonly leaf: Node | undefined;
  readonly fails: boolean;
  readonly walk: Path | undefined;
  /** With siblings and preserved tail, before the cut. */
  readonly whole: readonly Node[];
  /** What is loaded, in the order it is sent. */
  readonly loaded: readonly Node[];
}

/** `leaf` is the uuid to resume from instead of the client's own choice. */
export function selectPath(lines: readonly Line[], behaviour: ClientBehaviour, leaf?: string): SelectedPath {
  return selectFrom(readNodes(lines, behaviour), behaviour, leaf);
}

/** The same for a table that was read with this behaviour. */
export function selectFrom(table: NodeTable, behaviour: ClientBehaviour, leaf?: string): SelectedPath {
  const chosen = leaf === undefined ? chooseLeaf(table, behaviour) : table.byUuid.get(leaf);
  const nothing = { table, leaf: undefined, walk: undefined, whole: [], loaded: [] };
  if (!chosen || table.fails) return { ...nothing, fails: table.fails };
  const walk = walkPath(table, chosen, behaviour);
  if (
    behaviour.withoutMessage === 'fails-on-path' &&
    table.oddities.withoutMessage &&
    walk.nodes.some(isBroken)
  )
    return { ...nothing, fails: true };
  const kept = addPreservedTail(walk.nodes, table, behaviour);
  const whole = takeBackSiblings(kept, table, behaviour);
  return { table, leaf: chosen, fails: false, walk, whole, loaded: cutAtCompaction(whole) };
}

function isBroken(node: Node): boolean {
  return isTalk(node) && !messageOf(node.entry);
}
