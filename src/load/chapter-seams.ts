// Finds the compaction boundaries at which a file can be parted into chapters that know nothing of each other.
//
// A chapter is a stretch of lines that can be laid out, cut and measured by itself: no entry in it hangs on an entry of
// another chapter, no answer and no call has lines in two, no uuid stands in two. Every line is looked at once; each
// reference back closes the seams between the two lines. A seam is used as soon as its chapter is large enough, in the hope
// that nothing further down will reach back over it; where something does, the file is read again and parted elsewhere.
import { IdTable } from '../base/id-table.ts';
import { arrayField, isObject, type JsonObject, objectField, stringField } from '../base/json.ts';
import { WordList } from '../base/word-list.ts';
import { CUT_TYPE, type CutSize, readCutSize } from '../context/tokens/cut-size.ts';
import { arrayBlocks } from '../log/block.ts';
import type { Entry } from '../log/line.ts';
import { opensTurn, userKind } from '../session/user-kind.ts';
import type { SessionIds } from './session-ids.ts';

export class ChapterSeams {
  readonly #ids: SessionIds;
  /** Lines of the boundaries that nothing reaches over so far. */
  readonly #open: number[] = [];
  readonly #used = new Set<number>();
  readonly #messages = new LineTable();
  readonly #calls = new LineTable();
  /** Ids that lines hang on and that have not been seen: mostly the next line has them. */
  readonly #missing = new Map<string, number>();
  /** Whatever else was named and looked like an id. */
  readonly #strangers = new LineTable();
  #sessionId: string | undefined;
  /** Those of the last line, as long as there is no boundary behind it. */
  #lastUuid: string | undefined;
  #lastMessage: string | undefined;
  #lastPrompt: { readonly leaf: string; readonly line: number } | undefined;
  #commandWaits = false;
  #reachesBack = false;
  #cut: CutSize | undefined;

  constructor(ids: SessionIds) {
    this.#ids = ids;
  }

  /** A line reached back over a seam that was used already: the chapters made so far are worth nothing. */
  get reachesBack(): boolean {
    return this.#reachesBack;
  }

  get open(): ReadonlySet<number> {
    return new Set(this.#open);
  }

  /** The size that the session was last cut to. */
  get cut(): CutSize | undefined {
    return this.#cut;
  }

  use(line: number): void {
    this.#used.add(line);
  }

  /** Looks at an entry; true if the file may be parted before it. */
  note(entry: Entry): boolean {
    const { value } = entry;
    const { line } = entry.place;
    const uuid = stringField(value, 'uuid');
    const sessionId = stringField(value, 'sessionId');
    const known = uuid === undefined ? undefined : this.#ids.add(uuid, line);
    if (known !== undefined) this.#close(known);
    if (uuid !== undefined) this.#arrive(uuid, this.#ids.key);
    if (sessionId !== undefined && sessionId !== this.#sessionId) {
      this.#sessionId = sessionId;
      if (this.#ids.addSessionId(sessionId)) this.#close(0);
      this.#arrive(sessionId, undefined);
    }
    if (value.type === CUT_TYPE) this.#cut = readCutSize([entry]);
    // An agent's row in the main file is left out, whatever it hangs on.
    if (value.isSidechain === true) return false;
    this.#noteMessage(value, line);
    this.#noteNames(value, line);
    this.#noteCommand(entry);
    if (uuid !== undefined) this.#refer(stringField(value, 'parentUuid'), line);
    if (value.type === 'system' && value.subtype === 'compact_boundary') {
      this.#lastUuid = undefined;
      this.#lastMessage = undefined;
      return this.#noteBoundary(value, line, known === undefined && uuid !== undefined);
    }
    if (uuid !== undefined) this.#lastUuid = uuid;
    return false;
  }

  /** Told of an id that a chapter, which begins at `line`, names and that no line has had until now. */
  missing(id: string, line: number): void {
    this.#strangers.add(id, line);
  }

  /** At the end of the file. */
  end(): void {
    const { leaf, line } = this.#lastPrompt ?? {};
    const named = leaf === undefined ? undefined : this.#ids.lineOf(leaf);
    // The client resumes where the last of these says [R1]: it and the entry must be in the chapter that is resumed.
    if (named !== undefined && line !== undefined) this.#close(Math.min(named, line));
  }

  #noteMessage(value: JsonObject, line: number): void {
    const message = objectField(value, 'message');
    if (!message) return;
    const id = value.type === 'assistant' ? stringField(message, 'id') : undefined;
    if (id !== undefined && id !== this.#lastMessage) {
      this.#close(this.#messages.add(id, line));
      this.#lastMessage = id;
    }
    for (const block of arrayBlocks(message.content)) {
      const call =
        block.type === 'tool_use' ? block.id : block.type === 'tool_result' ? block.tool_use_id : undefined;
      if (typeof call !== 'string') continue;
      this.#close(this.#calls.add(call, line));
      this.#close(this.#strangers.findKey(this.#calls.key));
    }
  }

  #noteNames(value: JsonObject, line: number): void {
    if (value.type === 'progress') {
      const call = stringField(value, 'parentToolUseID') ?? stringField(value, 'toolUseID') ?? '';
      const known = this.#calls.find(call);
      if (known === undefined) this.#strangers.add(call, line);
      else this.#close(known);
    }
    const named = stringField(value, 'messageId');
    if (named !== undefined && this.#ids.lineOf(named) === undefined) this.#miss(named, line);
    const leaf = value.type === 'last-prompt' ? stringField(value, 'leafUuid') : undefined;
    if (leaf !== undefined) this.#lastPrompt = { leaf, line };
  }

  // Whether a command begins a turn is decided by what follows it.
  #noteCommand(entry: Entry): void {
    const { type } = entry.value;
    if (type === 'assistant') this.#commandWaits = false;
    if (type !== 'user') return;
    const kind = userKind(entry);
    if (opensTurn(kind)) this.#commandWaits = kind === 'command';
  }

  #noteBoundary(value: JsonObject, line: number, isNew: boolean): boolean {
    // What the boundary names must stand in the chapter right before it, which these close the seams of.
    this.#refer(stringField(value, 'logicalParentUuid'), line - 1);
    for (const name of preservedNames(value)) this.#refer(name, line - 1);
    if (!isNew || this.#commandWaits || typeof value.parentUuid === 'string') return false;
    this.#open.push(line);
    return true;
  }

  #refer(uuid: string | undefined, line: number): void {
    if (uuid === undefined) return;
    // Most lines hang on the one before them, which no seam can stand between.
    if (uuid === this.#lastUuid) return;
    const known = this.#ids.lineOf(uuid);
    if (known === undefined) this.#miss(uuid, line);
    else this.#close(known);
  }

  #miss(id: string, line: number): void {
    if (!this.#missing.has(id)) this.#missing.set(id, line);
  }

  /** `key` is that of the id, where a table was just asked for it. */
  #arrive(id: string, key: Uint32Array | undefined): void {
    const line = this.#missing.size === 0 ? undefined : this.#missing.get(id);
    if (line !== undefined) this.#missing.delete(id);
    this.#close(line);
    this.#close(key ? this.#strangers.findKey(key) : this.#strangers.find(id));
  }

  /** Closes the seams behind a line that something further down has to do with. */
  #close(line: number | undefined): void {
    if (line === undefined) return;
    for (let last = this.#open.at(-1); last !== undefined && last > line; last = this.#open.at(-1)) {
      if (this.#used.has(last)) this.#reachesBack = true;
      this.#open.pop();
    }
  }
}

function preservedNames(boundary: JsonObject): string[] {
  const metadata = objectField(boundary, 'compactMetadata');
  const segment = objectField(metadata, 'preservedSegment');
  const messages = objectField(metadata, 'preservedMessages');
  const listed = [...(arrayField(messages, 'uuids') ?? []), ...(arrayField(messages, 'allUuids') ?? [])];
  const ends = isObject(segment) ? [segment.headUuid, segment.tailUuid] : [];
  return [...listed, ...ends].filter((name) => typeof name === 'string');
}

/** The line at which each of many ids was first seen. */
class LineTable {
  readonly #table = new IdTable();
  readonly #lines = new WordList();

  /** The line it was first seen at, if that was before. */
  add(id: string, line: number): number | undefined {
    const size = this.#table.size;
    const number = this.#table.add(id);
    if (number < size) return this.#lines.get(number);
    this.#lines.push(line);
    return undefined;
  }

  /** The key of the id that was added or looked for last. */
  get key(): Uint32Array {
    return this.#table.key;
  }

  find(id: string): number | undefined {
    return this.#lineOf(this.#table.size === 0 ? undefined : this.#table.find(id));
  }

  findKey(key: Uint32Array): number | undefined {
    return this.#lineOf(this.#table.size === 0 ? undefined : this.#table.findKey(key));
  }

  #lineOf(number: number | undefined): number | undefined {
    return number === undefined ? undefined : this.#lines.get(number);
  }
}
