// The node tables of one session for several clients, each read once: most clients read most sessions alike.
import { parentUuidOf, uuidOf } from '../log/fields.ts';
import type { Line } from '../log/line.ts';
import type { ClientBehaviour } from './client-behaviour.ts';
import { type NodeTable, readNodes } from './read-nodes.ts';

export class NodeTables {
  readonly #lines: readonly Line[];
  readonly #tables: Map<string, NodeTable> = new Map();
  readonly #traits: Traits;

  /** `table` is the first of them, read with this behaviour. */
  constructor(lines: readonly Line[], behaviour: ClientBehaviour, table: NodeTable) {
    this.#lines = lines;
    this.#traits = traitsOf(lines, table);
    this.#tables.set(keyOf(behaviour, this.#traits), table);
  }

  for(behaviour: ClientBehaviour): NodeTable {
    const key = keyOf(behaviour, this.#traits);
    let table = this.#tables.get(key);
    if (!table) {
      table = readNodes(this.#lines, behaviour);
      this.#tables.set(key, table);
    }
    return table;
  }
}

/** What of a session clients read in different ways; where it has none of it, all of them make the same table. */
interface Traits {
  readonly progress: boolean;
  readonly unknownType: boolean;
  readonly readsMarkedFirstLine: boolean;
  readonly joinedLine: boolean;
  readonly nullLine: boolean;
  readonly withoutMessage: boolean;
  readonly repeatedUuid: boolean;
}

function traitsOf(lines: readonly Line[], { oddities }: NodeTable): Traits {
  const { passed, joinedLine, nullLine, withoutMessage, repeatedUuid } = oddities;
  const isMarked = lines[0]?.raw[0] === 0xef;
  // Not every client reads the lines that are marked or joined, or behind `null`: nothing is sure of what the others read.
  if (isMarked || joinedLine || nullLine) return EVERYTHING;
  // What nothing hangs on is passed over by no one.
  const named = namedParents(lines, passed);
  return {
    progress: named.some(({ progress }) => progress),
    unknownType: named.some(({ progress }) => !progress),
    readsMarkedFirstLine: false,
    joinedLine: false,
    nullLine: false,
    withoutMessage,
    repeatedUuid,
  };
}

const EVERYTHING: Traits = {
  progress: true,
  unknownType: true,
  readsMarkedFirstLine: true,
  joinedLine: true,
  nullLine: true,
  withoutMessage: true,
  repeatedUuid: true,
};

function namedParents<T extends { readonly uuid: string }>(lines: readonly Line[], among: readonly T[]): T[] {
  if (among.length === 0) return [];
  const parents = new Set<string | undefined>();
  for (const line of lines)
    if (line.kind === 'entry' && uuidOf(line) !== undefined) parents.add(parentUuidOf(line));
  return among.filter(({ uuid }) => parents.has(uuid));
}

function keyOf(behaviour: ClientBehaviour, traits: Traits): string {
  const fields = [
    'progress',
    'unknownType',
    'readsMarkedFirstLine',
    'joinedLine',
    'nullLine',
    'withoutMessage',
    'repeatedUuid',
  ] as const;
  return fields.map((field) => (traits[field] ? behaviour[field] : '')).join(' ');
}
