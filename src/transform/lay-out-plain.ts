// Lays out the usual kind of chapter in one pass: no branches, no repeats, nothing torn; entries in the order of the file.
//
// It says the same as the long way, which walks the chapter as the client does (`lay-out-session.ts`), or nothing: whatever
// is not certainly plain is left to that.
import { isObject, type Json, type JsonObject } from '../base/json.ts';
import { arrayBlocks } from '../log/block.ts';
import { isCompactBoundary, logicalParentUuidOf, messageIdOf, SYNTHETIC } from '../log/fields.ts';
import type { Entry } from '../log/line.ts';
import type { LinkedLines } from '../session/session.ts';
import { opensTurn, userKind } from '../session/user-kind.ts';
import type { CutItem } from './cut-session.ts';
import { gatherItems } from './gather-messages.ts';
import { isBlankAnswer } from './is-blank-answer.ts';
import type { Around, LayOut } from './lay-out-session.ts';

interface Draft extends CutItem {
  role: CutItem['role'];
  turn: number;
}

const NO_BLOCKS: readonly JsonObject[] = [];

/** For a chapter that another follows; undefined if it is not plain. */
export function layOutPlain(chapter: LinkedLines, next: Entry, around: Around): LayOut | undefined {
  const plain = new PlainLayOut(around);
  for (const line of chapter.lines) {
    if (line.kind === 'blank') continue;
    // A byte order mark hides the first line from some clients.
    if (line.kind !== 'entry' || line.raw[0] === 0xef || !plain.add(line)) return undefined;
  }
  return plain.end(next);
}

class PlainLayOut {
  readonly #around: Around;
  readonly #items: Draft[] = [];
  readonly #walked: Entry[] = [];
  readonly #uuids = new Set<string>();
  /** The uuids of progress, and what the first of them hangs on. */
  readonly #passed = new Map<string, string | undefined>();
  /** Progress that hangs on nothing. */
  #unlinked = 0;
  /** What the chapter continues from. */
  #before: string | undefined;
  /** The turn of each call. */
  readonly #calls = new Map<string, number>();
  readonly #results = new Set<string>();
  /** The answer whose lines are being read, and the uuids of its lines and results so far. */
  #answer: string | undefined;
  #group = new Set<string>();
  /** It has lines that do not hang on the line before them: parallel calls. */
  #isParallel = false;
  /** Answers that are over, and those of them that had parallel calls: nothing of these may follow. */
  readonly #closed = new Set<string>();
  readonly #parallel = new Set<string>();
  readonly #parallelCalls = new Set<unknown>();
  #groupCalls = new Set<unknown>();
  /** Attachments and notes that hang on the answer's lines, behind the last of these, by what each hangs on. */
  readonly #hangers = new Map<string, string>();
  /** The answer that a line may still be brought together with, and whether something stands behind it. */
  #gathered: string | undefined;
  #between = false;
  /** Some answer goes on behind its results. */
  #isScattered = false;
  #last: string | undefined;
  #turn = 0;
  /** Where a command stands that no model has answered yet. */
  #command = -1;
  #blank = 0;
  #sessionId = '';
  readonly #named: string[] = [];

  constructor(around: Around) {
    this.#around = around;
  }

  /** False as soon as the chapter is not plain. */
  add(entry: Entry): boolean {
    const { value } = entry;
    if (typeof value.sessionId === 'string') this.#sessionId = value.sessionId;
    const { uuid } = value;
    if (typeof uuid !== 'string') {
      if (typeof value.messageId === 'string') this.#named.push(value.messageId);
      this.#items.push({ value, entry, role: 'beside', turn: this.#items.at(-1)?.turn ?? 0 });
      return true;
    }
    if (value.isSidechain === true) return false;
    return value.type === 'progress' ? this.#pass(entry, uuid) : this.#link(entry, value, uuid);
  }

  end(next: Entry): LayOut | undefined {
    const { logicalParentUuid, parentUuid, isSidechain } = next.value;
    if (logicalParentUuid !== this.#last || typeof parentUuid === 'string' || isSidechain === true)
      return undefined;
    if (!this.#settleHangers(this.#last ?? '')) return undefined;
    if (this.#uuids.has(this.#before ?? '')) return undefined;
    for (const uuid of this.#passed.keys()) if (this.#uuids.has(uuid)) return undefined;
    for (const name of this.#named) {
      if (this.#passed.has(name)) return undefined;
      if (!this.#uuids.has(name) && this.#around.isOnPath(name) === false) return undefined;
    }
    return {
      session: {
        sessionId: this.#sessionId,
        items: this.#isScattered ? gatherItems(this.#items) : this.#items,
      },
      left: {
        ...(this.#blank > 0 ? { blankAnswers: this.#blank } : {}),
        ...(this.#unlinked > 0 ? { otherBranches: this.#unlinked } : {}),
      },
      walked: this.#walked,
      isBroken: false,
      turns: this.#turn,
      waits: this.#command >= 0,
    };
  }

  // What hangs on progress hangs, for the client, on what that hangs on.
  #pass(entry: Entry, uuid: string): boolean {
    const above = this.#above(entry.value.parentUuid);
    if (this.#passed.has(uuid) || (above !== undefined && !this.#uuids.has(above))) return false;
    this.#passed.set(uuid, above);
    if (above === undefined) this.#unlinked++;
    else this.#items.push({ value: entry.value, entry, role: 'beside', turn: this.#items.at(-1)?.turn ?? 0 });
    return true;
  }

  #above(parent: Json | undefined): string | undefined {
    if (typeof parent !== 'string') return undefined;
    return this.#passed.has(parent) ? this.#passed.get(parent) : parent;
  }

  #link(entry: Entry, value: JsonObject, uuid: string): boolean {
    // Of a uuid that stands twice the last line counts [G8], which is not known before the end.
    if (this.#uuids.has(uuid)) return false;
    const { type } = value;
    const isTalk = type === 'user' || type === 'assistant';
    if (!isTalk && type !== 'system' && type !== 'attachment') return false;
    if (isTalk && !isObject(value.message)) return false;
    const blocks = isTalk ? arrayBlocks((value.message as JsonObject).content) : NO_BLOCKS;
    const isResult = type === 'user' && blocks.some((block) => block.type === 'tool_result');
    if (!this.#hang(entry, uuid, isResult, blocks)) return false;
    this.#uuids.add(uuid);
    this.#walked.push(entry);
    this.#last = uuid;
    if (isBlankAnswer(entry)) {
      this.#blank++;
      return true;
    }
    return this.#place(entry, blocks, isResult);
  }

  /** Whether it hangs where the client finds it again in the order of the file. */
  #hang(entry: Entry, uuid: string, isResult: boolean, blocks: readonly JsonObject[]): boolean {
    const { value } = entry;
    const isBoundary = isCompactBoundary(entry);
    const parent = isBoundary ? logicalParentUuidOf(entry) : this.#above(value.parentUuid);
    if (isBoundary && typeof value.parentUuid === 'string') return false;
    if (this.#walked.length === 0) {
      // What a boundary continues from may stand in the chapter before.
      if (!isBoundary && typeof parent === 'string') return false;
      this.#before = parent;
      this.#open(undefined, uuid);
      return true;
    }
    if (typeof parent !== 'string' || (isBoundary && parent !== this.#last)) return false;
    const isHanger = !isBoundary && (value.type === 'attachment' || value.type === 'system');
    if (isHanger && this.#answer !== undefined && (this.#group.has(parent) || this.#hangers.has(parent))) {
      if (parent !== this.#last) this.#isParallel = true;
      this.#hangers.set(uuid, parent);
      return true;
    }
    const isOnHanger = this.#hangers.has(parent);
    if (parent !== this.#last && !isOnHanger) {
      if (!this.#group.has(parent)) return false;
      this.#isParallel = true;
    }
    if (!this.#settleHangers(parent)) return false;
    if (this.#isParallel && this.#closed.has(this.#answer ?? '')) return false;
    const id = value.type === 'assistant' ? messageIdOf(entry) : undefined;
    const isOfAnswer =
      this.#answer !== undefined &&
      (id === this.#answer ||
        (isResult && blocks.every(({ tool_use_id: call }) => this.#groupCalls.has(call))));
    if (!isOfAnswer || isOnHanger) this.#open(id, uuid);
    else this.#group.add(uuid);
    return id === undefined || !this.#parallel.has(id);
  }

  // Of what hangs on the lines of an answer, the conversation goes on through what leads to `parent`. The rest is part of it all
  // the same where the answer makes calls [R11]; whether it does is not known before its last line.
  #settleHangers(parent: string): boolean {
    if (this.#hangers.size === 0) return true;
    if (this.#groupCalls.size === 0) {
      const onWay = new Set<string>();
      for (let at: string | undefined = parent; at !== undefined; at = this.#hangers.get(at)) onWay.add(at);
      for (const uuid of this.#hangers.keys()) if (!onWay.has(uuid)) return false;
    }
    this.#hangers.clear();
    return true;
  }

  #open(id: string | undefined, uuid: string): void {
    if (this.#answer !== undefined) this.#closed.add(this.#answer);
    if (this.#isParallel && this.#answer !== undefined) {
      this.#parallel.add(this.#answer);
      for (const call of this.#groupCalls) this.#parallelCalls.add(call);
    }
    this.#isParallel = false;
    this.#answer = id;
    this.#group = new Set([uuid]);
    if (this.#groupCalls.size > 0) this.#groupCalls = new Set();
  }

  #place(entry: Entry, blocks: readonly JsonObject[], isResult: boolean): boolean {
    const { value } = entry;
    if (value.type === 'assistant') {
      const id = messageIdOf(entry);
      if (this.#between && id !== undefined && id === this.#gathered) this.#isScattered = true;
      this.#gathered = id;
      this.#between = false;
      if (this.#command >= 0 && (value.message as JsonObject).model !== SYNTHETIC) this.#countCommand();
      this.#command = -1;
    } else if (value.type === 'user' && !isResult) this.#gathered = undefined;
    else this.#between = true;
    if (value.type === 'user' && !isResult) this.#count(entry);
    if (isResult && this.#command >= 0) return false;
    const turn = this.#noteCalls(blocks, this.#around.turns + this.#turn);
    if (turn === undefined) return false;
    this.#items.push({ value, entry, role: 'chain', turn });
    return true;
  }

  #count(entry: Entry): void {
    const kind = userKind(entry);
    if (!opensTurn(kind)) return;
    if (kind === 'command') this.#command = this.#items.length;
    else {
      this.#command = -1;
      this.#turn++;
    }
  }

  // A command begins a turn only now that a model has answered it.
  #countCommand(): void {
    this.#turn++;
    for (let i = this.#command; i < this.#items.length; i++) (this.#items[i] as Draft).turn++;
  }

  /** The turn of the entry: that of the calls it answers. Undefined where a call or a result stands twice. */
  #noteCalls(blocks: readonly JsonObject[], own: number): number | undefined {
    let turn = own;
    for (const block of blocks) {
      if (block.type === 'tool_use') {
        if (typeof block.id !== 'string' || this.#calls.has(block.id) || turn !== own) return undefined;
        this.#calls.set(block.id, own);
        this.#groupCalls.add(block.id);
      } else if (block.type === 'tool_result') {
        const { tool_use_id: id } = block;
        if (typeof id !== 'string' || this.#results.has(id) || this.#parallelCalls.has(id)) return undefined;
        this.#results.add(id);
        turn = this.#calls.get(id) ?? turn;
      }
    }
    return turn;
  }
}
