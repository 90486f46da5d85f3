// Follows the uuid chain of one file and counts links, roots, dangling parents, real forks and leaves, in some 30 bytes an entry.
import { IdTable, textKey } from '../base/id-table.ts';
import { type ForkChild, isRealFork } from '../session/real-fork.ts';
import { NumberList } from './number-list.ts';

export interface ChainSurvey {
  /** Entries with a string `uuid`. */
  readonly linked: number;
  /** Linked entries with a parent, by whether that is the linked entry before them in the file. */
  readonly parentIsPrevious: number;
  readonly parentIsNotPrevious: number;
  /** Linked entries whose `parentUuid` is null, missing or no string. */
  readonly roots: number;
  /** Linked entries whose parent is nowhere in the file. */
  readonly dangling: number;
  /** Parents in the file with a real fork below them [G3]. */
  readonly forks: number;
  /** Distinct uuids that no linked entry names as its parent. */
  readonly leaves: number;
  /** Linked entries minus distinct uuids. */
  readonly duplicateUuids: number;
}

/** What the chain needs to know of a linked entry. `text` is a prompt's text, to tell a fork from a re-logged prompt [G8]. */
export interface ChainLink {
  readonly uuid: string;
  readonly parentUuid: string | undefined;
  readonly role: ForkChild['role'];
  readonly timestamp: string | undefined;
  readonly text: string | undefined;
}

const ROLES: readonly ForkChild['role'][] = ['other', 'prompt', 'answer'];
const PROMPT = 1;
const ANSWER = 2;
const NO_PARENT = -1;
/** A prompt of nothing but images, as `isRealFork` knows it. */
const NO_TEXT = 0;

/** What a node (a uuid, or a parent named before or without one) is known to be. */
const IN_FILE = 1;
const HAS_CHILD = 2;

export class ChainTally {
  readonly #ids: IdTable = new IdTable();
  readonly #nodeStates: NumberList = new NumberList('uint8');
  readonly #nodes: NumberList = new NumberList('int32');
  readonly #parents: NumberList = new NumberList('int32');
  readonly #roles: NumberList = new NumberList('uint8');
  // In step with the entries whose role is prompt: few in ordinary files.
  readonly #promptTimes: NumberList = new NumberList('float64');
  readonly #promptTexts: NumberList = new NumberList('float64');
  #previous = NO_PARENT;
  #parentIsPrevious = 0;
  #roots = 0;

  add(link: ChainLink): void {
    const node = this.#note(link.uuid, IN_FILE);
    const parent = link.parentUuid === undefined ? NO_PARENT : this.#note(link.parentUuid, HAS_CHILD);
    if (parent === NO_PARENT) this.#roots++;
    else if (parent === this.#previous) this.#parentIsPrevious++;
    this.#previous = node;
    this.#nodes.push(node);
    this.#parents.push(parent);
    this.#roles.push(ROLES.indexOf(link.role));
    if (link.role === 'prompt') {
      this.#promptTimes.push(link.timestamp === undefined ? Number.NaN : textKey(link.timestamp));
      this.#promptTexts.push(link.text ? textKey(link.text) : NO_TEXT);
    }
  }

  finish(): ChainSurvey {
    const linked = this.#nodes.length;
    let distinct = 0;
    let leaves = 0;
    for (let node = 0; node < this.#nodeStates.length; node++) {
      const state = this.#nodeStates.at(node);
      if (state & IN_FILE) distinct++;
      if (state === IN_FILE) leaves++;
    }
    let dangling = 0;
    for (let i = 0; i < linked; i++) if (this.#parents.at(i) !== NO_PARENT && !this.#isInFile(i)) dangling++;
    return {
      linked,
      parentIsPrevious: this.#parentIsPrevious,
      parentIsNotPrevious: linked - this.#roots - this.#parentIsPrevious,
      roots: this.#roots,
      dangling,
      forks: this.#countForks(),
      leaves,
      duplicateUuids: linked - distinct,
    };
  }

  #note(id: string, state: number): number {
    const node = this.#ids.add(id);
    if (node === this.#nodeStates.length) this.#nodeStates.push(state);
    else this.#nodeStates.set(node, this.#nodeStates.at(node) | state);
    return node;
  }

  #isInFile(entry: number): boolean {
    return (this.#nodeStates.at(this.#parents.at(entry)) & IN_FILE) !== 0;
  }

  // Most parents with several children are no forks, so only those with a prompt and something beside it are looked into.
  #countForks(): number {
    const candidates = this.#forkCandidates();
    const families = new Map<number, Family>();
    let prompt = -1;
    for (let i = 0; i < this.#nodes.length; i++) {
      const role = this.#roles.at(i);
      if (role === PROMPT) prompt++;
      const parent = this.#parents.at(i);
      if (parent === NO_PARENT || role === 0 || candidates[parent] !== PROMPT + SEVERAL) continue;
      const family = families.get(parent) ?? { isFork: false, children: new Map() };
      families.set(parent, family);
      addChild(family, this.#nodes.at(i), this.#forkChild(role, prompt));
    }
    let forks = 0;
    for (const family of families.values()) if (family.isFork) forks++;
    return forks;
  }

  /** By node: whether prompts are among its children, and whether it has several prompts or answers. */
  #forkCandidates(): Uint8Array {
    const states = new Uint8Array(this.#nodeStates.length);
    for (let i = 0; i < this.#nodes.length; i++) {
      const role = this.#roles.at(i);
      const parent = this.#parents.at(i);
      if (parent === NO_PARENT || role === 0 || !this.#isInFile(i)) continue;
      const state = states[parent] as number;
      const several = (state & FIRST_SEEN) !== 0 ? SEVERAL : 0;
      states[parent] = state | FIRST_SEEN | several | (role === PROMPT ? PROMPT : 0);
    }
    for (let node = 0; node < states.length; node++)
      states[node] = (states[node] as number) & (PROMPT | SEVERAL);
    return states;
  }

  #forkChild(role: number, prompt: number): ForkChild {
    if (role === ANSWER) return { role: 'answer', timestamp: undefined, text: '' };
    const time = this.#promptTimes.at(prompt);
    const timestamp = Number.isNaN(time) ? undefined : String(time);
    return { role: 'prompt', timestamp, text: this.#promptTexts.at(prompt) };
  }
}

const SEVERAL = 8;
const FIRST_SEEN = 16;

interface Family {
  isFork: boolean;
  /** By node: one answer, and one prompt for all that are copies of it. */
  readonly children: Map<number, ForkChild>;
}

// A child that makes no fork with those before it adds nothing beyond the first of its role that has words, so a family stays
// at two children, however many siblings a hostile file names.
function addChild(family: Family, node: number, child: ForkChild): void {
  const { children } = family;
  if (family.isFork || children.has(node)) return;
  if (isRealFork([...children.values(), child])) {
    family.isFork = true;
    return;
  }
  const same = [...children].find(([, other]) => other.role === child.role);
  if (same && same[1].text !== NO_TEXT) return;
  if (same) children.delete(same[0]);
  children.set(node, child);
}
