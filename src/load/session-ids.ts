// The ids of a session: where each uuid was first seen, its new name in the clone, and whether it is on the path; a few
// dozen bytes for each, because a file of gigabytes has millions.
import { DerivedUuids } from '../base/derived-uuids.ts';
import { IdTable } from '../base/id-table.ts';
import type { JsonObject } from '../base/json.ts';
import { packUuidBytes } from '../base/pack-uuid.ts';
import { WordList } from '../base/word-list.ts';
import type { Identity } from '../transform/new-identity.ts';

export class SessionIds implements Pick<Identity, 'sessionId' | 'rename'> {
  readonly sessionId: string;
  readonly #ownId: string;
  readonly #table = new IdTable();
  readonly #lines = new WordList();
  /** A bit for each line of the file. */
  readonly #onPath = new WordList();
  /** Some uuid stands in more lines than one: the line that is on the path need not be the first. */
  #hasRepeats = false;
  readonly #names: DerivedUuids;
  /** The uuids of the agents' files, which are read first: the main file names them. */
  readonly #agents = new Map<string, string>();
  readonly #agentNames: DerivedUuids;
  readonly #sessionIds = new Set<string>();
  /** The session ids and the agents' uuids once more, with their new names, for those who ask by bytes. */
  readonly #others = new IdTable();
  readonly #otherNames: string[] = [];
  readonly #words: Uint32Array = new Uint32Array(4);
  /** The last of the main file's uuids that was asked for by bytes, and its number; -1 for none. */
  readonly #lastWords: Uint32Array = new Uint32Array(4);
  #lastNumber = -1;
  #lastSessionId: string | undefined;
  #lastId: string | undefined;
  #lastName: string | undefined;

  /** `ownId` is the session's id by its file's name. */
  constructor(sessionId: string, ownId: string, newUuid: () => string) {
    this.sessionId = sessionId;
    this.#ownId = ownId;
    this.#names = new DerivedUuids(newUuid());
    this.#agentNames = new DerivedUuids(newUuid());
    this.#nameOther(ownId, sessionId);
  }

  /** Some id is no canonical uuid: `renameAt` does not know it. */
  get hasOdd(): boolean {
    return this.#table.hasOther || this.#others.hasOther;
  }

  get size(): number {
    return this.#table.size;
  }

  addAgentEntry(value: JsonObject): void {
    const { uuid, sessionId } = value;
    if (typeof uuid === 'string' && !this.#agents.has(uuid) && !this.#sessionIds.has(uuid)) {
      const name = this.#agentNames.get(this.#agents.size);
      this.#agents.set(uuid, name);
      if (uuid !== this.#ownId) this.#nameOther(uuid, name);
    }
    if (typeof sessionId === 'string') this.addSessionId(sessionId);
  }

  /** Adds a uuid of the main file; returns the line it was first seen at, undefined if it is new. */
  add(uuid: string, line: number): number | undefined {
    const size = this.#table.size;
    const number = this.#table.add(uuid);
    if (number < size) {
      this.#hasRepeats = true;
      return this.#lines.get(number);
    }
    this.#lines.push(line);
    return undefined;
  }

  /** The key of the uuid that was added last. */
  get key(): Uint32Array {
    return this.#table.key;
  }

  /** Adds a session id that entries carry [G10]; true if it had another meaning before. */
  addSessionId(sessionId: string): boolean {
    if (this.#sessionIds.has(sessionId)) return false;
    this.#sessionIds.add(sessionId);
    this.#nameOther(sessionId, this.sessionId);
    return this.#table.find(sessionId) !== undefined;
  }

  /** The line that a uuid was first seen at. */
  lineOf(uuid: string): number | undefined {
    const number = this.#table.find(uuid);
    return number === undefined ? undefined : this.#lines.get(number);
  }

  /** The entry of that uuid, in that line, is part of the conversation. */
  putOnPath(uuid: string, line: number): void {
    this.#mark(line);
    const first = this.#hasRepeats ? this.lineOf(uuid) : undefined;
    if (first !== undefined) this.#mark(first);
  }

  isOnPath(uuid: string): boolean | undefined {
    const line = this.lineOf(uuid);
    return line === undefined ? undefined : (this.#onPath.get(line >> 5) & (1 << (line & 31))) !== 0;
  }

  #mark(line: number): void {
    while (this.#onPath.length <= line >> 5) this.#onPath.push(0);
    this.#onPath.set(line >> 5, this.#onPath.get(line >> 5) | (1 << (line & 31)));
  }

  forgetPath(): void {
    this.#onPath.fill(0);
  }

  rename(id: string): string | undefined {
    // Lines name the session and the line before them: what was asked for last is asked for again.
    if (id === this.#lastSessionId) return this.sessionId;
    if (id === this.#lastId) return this.#lastName;
    const name = this.#findName(id);
    if (name === this.sessionId) this.#lastSessionId = id;
    else if (name !== undefined) {
      this.#lastId = id;
      this.#lastName = name;
    }
    return name;
  }

  /** Writes the new name over a canonical uuid; false if it has none. The same as `rename` as long as no id is odd. */
  renameAt(bytes: Uint8Array, at: number): boolean {
    packUuidBytes(bytes, at, this.#words);
    // A line names the one before it, whose own id was asked for last.
    if (this.#lastNumber >= 0 && isSame(this.#words, this.#lastWords)) {
      this.#names.write(this.#lastNumber, bytes, at);
      return true;
    }
    const other = this.#others.findKey(this.#words);
    if (other !== undefined) {
      const name = this.#otherNames[other] as string;
      for (let i = 0; i < name.length; i++) bytes[at + i] = name.charCodeAt(i);
      return true;
    }
    const number = this.#table.findKey(this.#words);
    if (number === undefined) return false;
    this.#names.write(number, bytes, at);
    this.#lastWords.set(this.#words);
    this.#lastNumber = number;
    return true;
  }

  #nameOther(id: string, name: string): void {
    // It may have been a uuid of the file until now, and be the one that was asked for last.
    this.#lastNumber = -1;
    this.#lastId = undefined;
    this.#otherNames[this.#others.add(id)] = name;
  }

  #findName(id: string): string | undefined {
    // A file may have been renamed, or copied from a session whose id its lines still carry [G10].
    if (id === this.#ownId || this.#sessionIds.has(id)) return this.sessionId;
    const ofAgent = this.#agents.get(id);
    if (ofAgent !== undefined) return ofAgent;
    const number = this.#table.find(id);
    return number === undefined ? undefined : this.#names.get(number);
  }
}

function isSame(a: Uint32Array, b: Uint32Array): boolean {
  return a[0] === b[0] && a[1] === b[1] && a[2] === b[2] && a[3] === b[3];
}
