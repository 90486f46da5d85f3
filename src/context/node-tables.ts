// The node tables of one session for several clients, each read once: most clients read most sessions alike.
import { parentUuidOf, typeOf, uuidOf } from '../log/fields.ts';
import type { Line } from '../log/line.ts';
import type { ClientBehaviour } from './client-behaviour.ts';
import { LINKED_TYPES, type NodeTable, readNodes } from './read-nodes.ts';

export class NodeTables {
  readonly #lines: readonly Line[];
  readonly #tables: Map<string, NodeTable> = new Map();
  #traits: Traits | undefined;

  constructor(lines: readonly Line[]) {
    this.#lines = lines;
  }

  /** Keeps a table that was read with this behaviour. */
  keep(behaviour: ClientBehaviour, table: NodeTable): void {
    this.#tables.set(this.#keyOf(behaviour), table);
  }

  for(behaviour: ClientBehaviour): NodeTable {
    const key = this.#keyOf(behaviour);
    let table = this.#tables.get(key);
    if (!table) {
      table = readNodes(this.#lines, behaviour);
      this.#tables.set(key, table);
    }
    return table;
  }

  #keyOf(behaviour: ClientBehaviour): string {
    this.#traits ??= traitsOf(this.#lines);
    return keyOf(behaviour, this.#traits);
  }
}

/** What of a session clients read in different ways; where it has none of it, all of them make the same table. */
interface Traits {
  readonly progress: boolean;
  readonly unknownType: boolean;
  readonly readsMarkedFirstLine: boolean;
  readonly joinedLine: boolean;
  readonly repeatedUuid: boolean;
}

function traitsOf(lines: readonly Line[]): Traits {
  const uuids = new Set<string>();
  const passed: { readonly uuid: string; readonly progress: boolean }[] = [];
  let linked = 0;
  let joinedLine = false;
  for (const line of lines) {
    if (line.kind === 'unreadable') joinedLine ||= line.reason === 'joined';
    if (line.kind !== 'entry') continue;
    const uuid = uuidOf(line);
    if (uuid === undefined) continue;
    const type = typeOf(line);
    if (LINKED_TYPES.has(type)) {
      linked++;
      uuids.add(uuid);
    } else passed.push({ uuid, progress: type === 'progress' });
  }
  // What nothing hangs on is passed over by no one.
  const named = joinedLine ? passed : namedParents(lines, passed);
  return {
    progress: named.some(({ progress }) => progress),
    unknownType: named.some(({ progress }) => !progress),
    readsMarkedFirstLine: lines[0]?.raw[0] === 0xef,
    joinedLine,
    repeatedUuid: joinedLine || uuids.size < linked,
  };
}

function namedParents<T extends { readonly uuid: string }>(lines: readonly Line[], among: readonly T[]): T[] {
  if (among.length === 0) return [];
  const parents = new Set<string | undefined>();
  for (const line of lines)
    if (line.kind === 'entry' && uuidOf(line) !== undefined) parents.add(parentUuidOf(line));
  return among.filter(({ uuid }) => parents.has(uuid));
}

function keyOf(behaviour: ClientBehaviour, traits: Traits): string {
  const fields = ['progress', 'unknownType', 'readsMarkedFirstLine', 'joinedLine', 'repeatedUuid'] as const;
  return fields.map((field) => (traits[field] ? behaviour[field] : '')).join(' ');
}
