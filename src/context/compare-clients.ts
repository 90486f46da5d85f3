// Says where other clients would load a session differently: another leaf, calls lost, history cut, or no end at all.
import type { Line } from '../log/line.ts';
import { behaviourOf, type ClientBehaviour, MEASURED_CLIENTS } from './client-behaviour.ts';
import { NodeTables } from './node-tables.ts';
import { isTalk, type Node } from './read-nodes.ts';
import { type SelectedPath, selectFrom } from './select-path.ts';

export interface ClientDifference {
  /** The first and last measured version that differs so. */
  readonly from: string;
  readonly to: string;
  readonly kind: 'hangs' | 'fails' | 'refuses' | 'loads-otherwise';
  /** User and assistant entries that these clients leave out, and that only they load. */
  readonly fewer: number;
  readonly more: number;
  readonly otherLeaf: boolean;
}

/** `behaviour` is the one that the path was selected by. Compares which entries are loaded; how they are then sent (names of tools, healing, wording) is left aside. */
export function compareClients(
  lines: readonly Line[],
  selected: SelectedPath,
  behaviour: ClientBehaviour,
  leaf?: string,
): ClientDifference[] {
  const differences: ClientDifference[] = [];
  const tables = new NodeTables(lines, behaviour, selected.table);
  const reference = new Reference(selected);
  for (const version of MEASURED_CLIENTS) {
    const theirs = behaviourOf(version);
    const other = theirs === behaviour ? selected : selectFrom(tables.for(theirs), theirs, leaf);
    const difference = differ(version, other, reference);
    const last = differences.at(-1);
    if (!difference) continue;
    if (last && continues(last, difference))
      differences[differences.length - 1] = { ...difference, from: last.from };
    else differences.push(difference);
  }
  return differences;
}

/** The difference as a sentence. */
export function describeDifference(difference: ClientDifference): string {
  const { from, to, fewer, more, kind } = difference;
  const who = from === to ? `Client ${from}` : `Clients ${from} to ${to}`;
  if (kind === 'hangs') return `${who} would never come back from the circle of parents in this session.`;
  if (kind === 'fails') return `${who} would fail to resume this session.`;
  if (kind === 'refuses') return `${who} would find no conversation in this session.`;
  const leaf = difference.otherLeaf ? 'go on from another entry and ' : '';
  const counts = [fewer > 0 ? `leave out ${fewer}` : '', more > 0 ? `load ${more} other` : ''].filter(
    Boolean,
  );
  return `${who} would ${leaf}${counts.join(' and ')} of the user and assistant entries.`;
}

function differ(version: string, other: SelectedPath, reference: Reference): ClientDifference | undefined {
  const { leaf } = reference.selected;
  const base = { from: version, to: version, otherLeaf: other.leaf?.uuid !== leaf?.uuid };
  if (other.walk?.hangs) return { ...base, kind: 'hangs', fewer: reference.talk.size, more: 0 };
  const kind = other.fails ? 'fails' : 'refuses';
  if (!other.leaf) return leaf && { ...base, kind, fewer: reference.talk.size, more: 0 };
  const { fewer, more } = reference.compare(other);
  return fewer + more > 0 ? { ...base, kind: 'loads-otherwise', fewer, more } : undefined;
}

type Counts = Pick<ClientDifference, 'fewer' | 'more'>;

/** The path that others are compared with; clients that load alike share theirs, so each is looked at once. */
class Reference {
  readonly selected: SelectedPath;
  readonly #known: Map<readonly Node[], Counts> = new Map();
  #talk: ReadonlySet<string> | undefined;

  constructor(selected: SelectedPath) {
    this.selected = selected;
    this.#known.set(selected.whole, { fewer: 0, more: 0 });
  }

  get talk(): ReadonlySet<string> {
    this.#talk ??= talkOf(this.selected.loaded);
    return this.#talk;
  }

  compare(other: SelectedPath): Counts {
    let counts = this.#known.get(other.whole);
    if (!counts) {
      const theirs = talkOf(other.loaded);
      counts = { fewer: countMissing(this.talk, theirs), more: countMissing(theirs, this.talk) };
      this.#known.set(other.whole, counts);
    }
    return counts;
  }
}

function continues(a: ClientDifference, b: ClientDifference): boolean {
  const neighbours = MEASURED_CLIENTS.indexOf(b.to) === MEASURED_CLIENTS.indexOf(a.to) + 1;
  return (
    neighbours && a.kind === b.kind && a.fewer === b.fewer && a.more === b.more && a.otherLeaf === b.otherLeaf
  );
}

function talkOf(nodes: readonly Node[]): ReadonlySet<string> {
  return new Set(nodes.filter(isTalk).map((node) => node.uuid));
}

function countMissing(of: ReadonlySet<string>, from: ReadonlySet<string>): number {
  let count = 0;
  for (const uuid of of) if (!from.has(uuid)) count++;
  return count;
}
