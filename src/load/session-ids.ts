// The ids of a session: where each uuid was first seen, its new name in the clone, and whether it is on the path; a few
// dozen bytes for each, because a file of gigabytes has millions.
import { DerivedUuids } from '../base/derived-uuids.ts';
import { UUID_BYTES } from '../base/find-uuids.ts';
import { IdTable } from '../base/id-table.ts';
import type { JsonObject } from '../base/json.ts';
import { packUuidBytes } from '../base/pack-uuid.ts';
import { WordList } from '../base/word-list.ts';
import type { Identity } from '../transform/new-identity.ts';

/** Lines of real sessions are as long as this or longer, taken together. */
const LINE_BYTES = 2000;

export class SessionIds implements Pick<Identity, 'sessionId' | 'rename'> {
  readonly sessionId: string;
  readonly #ownId: string;
  readonly #table: IdTable;
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
  /** What was asked for last by bytes, and its name: a session's id, and a uuid of the main file. */
  readonly #lastOther: Renamed = new Renamed();
  readonly #lastUuid: Renamed = new Renamed();
  #lastSessionId: string | undefined;
  #lastId: string | undefined;
  #lastName: string | undefined;

  /** `ownId` is the session's id by its file's name; the file has so many bytes. */
  constructor(sessionId: string, ownId: string, newUuid: () => string, bytes: number = 0) {
    this.sessionId = sessionId;
    this.#ownId = ownId;
    this.#table = new IdTable(bytes / LINE_BYTES);
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
    // Lines name the session and the line before them, whose own id was asked for last.
    if (this.#lastUuid.writeIf(bytes, at) || this.#lastOther.writeIf(bytes, at)) return true;
    packUuidBytes(bytes, at, this.#words);
    const other = this.#others.findKey(this.#words);
    if (other !== undefined) {
      this.#lastOther.keep(bytes, at);
      const name = this.#otherNames[other] as string;
      for (let i = 0; i < name.length; i++) bytes[at + i] = name.charCodeAt(i);
      this.#lastOther.keepName(bytes, at);
      return true;
    }
    const number = this.#table.findKey(this.#words);
    if (number === undefined) return false;
    this.#lastUuid.keep(bytes, at);
    this.#names.write(number, bytes, at);
    this.#lastUuid.keepName(bytes, at);
    return true;
  }

  #nameOther(id: string, name: string): void {
    // It may have been a uuid of the file until now, and be the one that was asked for last.
    this.#lastUuid.forget();
    this.#lastOther.forget();
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

/** An id and its name, both as bytes. */
class Renamed {
  readonly #id: Uint8Array = new Uint8Array(UUID_BYTES);
  readonly #name: Uint8Array = new Uint8Array(UUID_BYTES);

  /** Writes the name over the id, if that is what stands there. */
  writeIf(bytes: Uint8Array, at: number): boolean {
    for (let i = 0; i < UUID_BYTES; i++) if (bytes[at + i] !== this.#id[i]) return false;
    for (let i = 0; i < UUID_BYTES; i++) bytes[at + i] = this.#name[i] as number;
    return true;
  }

  keep(bytes: Uint8Array, at: number): void {
    for (let i = 0; i < UUID_BYTES; i++) this.#id[i] = bytes[at + i] as number;
  }

  keepName(bytes: Uint8Array, at: number): void {
    for (let i = 0; i < UUID_BYTES; i++) this.#name[i] = bytes[at + i] as number;
  }

  forget(): void {
    this.#id.fill(0);
  }
}
