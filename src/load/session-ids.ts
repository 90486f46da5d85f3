// The ids of a session: where each uuid was first seen, its new name in the clone, and whether it is on the path; a few
// dozen bytes for each, because a file of gigabytes has millions.
import { DerivedUuids } from '../base/derived-uuids.ts';
import { IdTable } from '../base/id-table.ts';
import type { JsonObject } from '../base/json.ts';
import { WordList } from '../base/word-list.ts';
import type { Identity } from '../transform/new-identity.ts';

export class SessionIds implements Identity {
  readonly sessionId: string;
  readonly #ownId: string;
  readonly #table = new IdTable();
  readonly #lines = new WordList();
  /** A bit for each. */
  readonly #onPath = new WordList();
  readonly #names: DerivedUuids;
  /** The uuids of the agents' files, which are read first: the main file names them. */
  readonly #agents = new Map<string, string>();
  readonly #agentNames: DerivedUuids;
  readonly #sessionIds = new Set<string>();
  #lastSessionId: string | undefined;
  #lastId: string | undefined;
  #lastName: string | undefined;

  /** `ownId` is the session's id by its file's name. */
  constructor(sessionId: string, ownId: string, newUuid: () => string) {
    this.sessionId = sessionId;
    this.#ownId = ownId;
    this.#names = new DerivedUuids(newUuid());
    this.#agentNames = new DerivedUuids(newUuid());
  }

  get size(): number {
    return this.#table.size;
  }

  addAgentEntry(value: JsonObject): void {
    const { uuid, sessionId } = value;
    if (typeof uuid === 'string' && !this.#agents.has(uuid) && !this.#sessionIds.has(uuid))
      this.#agents.set(uuid, this.#agentNames.get(this.#agents.size));
    if (typeof sessionId === 'string') this.#sessionIds.add(sessionId);
  }

  /** Adds a uuid of the main file; returns the line it was first seen at, undefined if it is new. */
  add(uuid: string, line: number): number | undefined {
    const size = this.#table.size;
    const number = this.#table.add(uuid);
    if (number < size) return this.#lines.get(number);
    this.#lines.push(line);
    if ((number & 31) === 0) this.#onPath.push(0);
    return undefined;
  }

  /** Adds a session id that entries carry [G10]; true if it had another meaning before. */
  addSessionId(sessionId: string): boolean {
    if (this.#sessionIds.has(sessionId)) return false;
    this.#sessionIds.add(sessionId);
    return this.#table.find(sessionId) !== undefined;
  }

  /** The line that a uuid was first seen at. */
  lineOf(uuid: string): number | undefined {
    const number = this.#table.find(uuid);
    return number === undefined ? undefined : this.#lines.get(number);
  }

  putOnPath(uuid: string): void {
    const number = this.#table.find(uuid);
    if (number !== undefined)
      this.#onPath.set(number >> 5, this.#onPath.get(number >> 5) | (1 << (number & 31)));
  }

  isOnPath(uuid: string): boolean | undefined {
    const number = this.#table.find(uuid);
    return number === undefined ? undefined : (this.#onPath.get(number >> 5) & (1 << (number & 31))) !== 0;
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

  #findName(id: string): string | undefined {
    // A file may have been renamed, or copied from a session whose id its lines still carry [G10].
    if (id === this.#ownId || this.#sessionIds.has(id)) return this.sessionId;
    const ofAgent = this.#agents.get(id);
    if (ofAgent !== undefined) return ofAgent;
    const number = this.#table.find(id);
    return number === undefined ? undefined : this.#names.get(number);
  }
}
