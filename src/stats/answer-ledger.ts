// The messages of a ledger from the answers of many files: copies of one answer in several files are joined [K3], and the messages are made one by one as they are asked for.
import { AT, FAST, FINAL, type FileAnswers, PROGRESS, SIDECHAIN, STRIDE, US_ONLY } from './file-answers.ts';
import {
  compareHome,
  type HomeCopy,
  isBetterCopy,
  type LedgerMessage,
  ProjectNames,
  workerOf,
} from './ledger.ts';

const FREE = -1;
const NOTHING: readonly never[] = [];

/** Can be walked through again and again. Ids, tools and copies are not kept: those messages have none. */
export class AnswerLedger implements Iterable<LedgerMessage> {
  readonly #files: readonly FileAnswers[];
  readonly #projects = new ProjectNames();
  /** For each message, whose answer tells whose work it was and whose answer tells the figures: the file, and the row's first number. */
  readonly #homeFile: Uint32Array;
  readonly #homeAt: Uint32Array;
  readonly #figuresFile: Uint32Array;
  readonly #figuresAt: Uint32Array;
  readonly #final: Uint8Array;
  #size = 0;
  /** Messages by the hash of their ids: an open table, at most half full. */
  readonly #slots: Int32Array;

  constructor(files: readonly FileAnswers[]) {
    const rows = files.reduce((sum, { numbers }) => sum + numbers.length / STRIDE, 0);
    this.#files = files;
    this.#homeFile = new Uint32Array(rows);
    this.#homeAt = new Uint32Array(rows);
    this.#figuresFile = new Uint32Array(rows);
    this.#figuresAt = new Uint32Array(rows);
    this.#final = new Uint8Array(rows);
    this.#slots = new Int32Array(2 ** Math.ceil(Math.log2(rows * 2 + 2))).fill(FREE);
    for (const [i, { file, numbers }] of files.entries()) {
      this.#projects.add(file);
      for (let at = 0; at < numbers.length; at += STRIDE) this.#add(i, at);
    }
  }

  *[Symbol.iterator](): Generator<LedgerMessage> {
    for (let i = 0; i < this.#size; i++) yield this.#message(i);
  }

  #add(file: number, at: number): void {
    const { numbers } = this.#files[file] as FileAnswers;
    const key = numbers[at + AT.key] as number;
    const final = ((numbers[at + AT.flags] as number) & FINAL) !== 0;
    const slot = Number.isNaN(key) ? undefined : this.#slotOf(key);
    const known = slot === undefined ? FREE : (this.#slots[slot] as number);
    if (known !== FREE) {
      this.#addCopy(known, file, at, final);
      return;
    }
    const number = this.#size++;
    this.#homeFile[number] = this.#figuresFile[number] = file;
    this.#homeAt[number] = this.#figuresAt[number] = at;
    if (final) this.#final[number] = 1;
    if (slot !== undefined) this.#slots[slot] = number;
  }

  /** The slot of the message with that id, or the free one where it belongs. */
  #slotOf(key: number): number {
    const mask = this.#slots.length - 1;
    let slot = (key / 0x20_0000) & mask;
    for (;;) {
      const number = this.#slots[slot] as number;
      if (number === FREE) return slot;
      const { numbers } = this.#files[this.#homeFile[number] as number] as FileAnswers;
      if (numbers[(this.#homeAt[number] as number) + AT.key] === key) return slot;
      slot = (slot + 1) & mask;
    }
  }

  #addCopy(known: number, file: number, at: number, final: boolean): void {
    if (final) this.#final[known] = 1;
    const other = this.#files[file] as FileAnswers;
    const figures = this.#files[this.#figuresFile[known] as number] as FileAnswers;
    const figuresCopy = copyAt(figures, this.#figuresAt[known] as number, AT.figuresTime);
    if (isBetterCopy(copyAt(other, at, AT.figuresTime), other.file, figuresCopy, figures.file)) {
      this.#figuresFile[known] = file;
      this.#figuresAt[known] = at;
    }
    const home = this.#files[this.#homeFile[known] as number] as FileAnswers;
    const homeCopy = copyAt(home, this.#homeAt[known] as number, AT.time);
    if (compareHome(copyAt(other, at, AT.time), other.file, homeCopy, home.file) < 0) {
      this.#homeFile[known] = file;
      this.#homeAt[known] = at;
    }
  }

  #message(i: number): LedgerMessage {
    const home = this.#files[this.#homeFile[i] as number] as FileAnswers;
    const homeAt = this.#homeAt[i] as number;
    const { numbers, names } = this.#files[this.#figuresFile[i] as number] as FileAnswers;
    const at = this.#figuresAt[i] as number;
    const flags = numbers[at + AT.flags] as number;
    const sidechain = ((home.numbers[homeAt + AT.flags] as number) & SIDECHAIN) !== 0;
    const sessionId = nameAt(home, homeAt + AT.session) ?? home.file.sessionId;
    const worker = workerOf({ sidechain, agentId: nameAt(home, homeAt + AT.agent) }, home.file);
    return {
      id: undefined,
      time: timeAt(home, homeAt + AT.time),
      model: names[numbers[at + AT.model] as number] ?? '(none)',
      input: numbers[at + AT.input] as number,
      output: numbers[at + AT.output] as number,
      cacheRead: numbers[at + AT.cacheRead] as number,
      cacheWrite5m: numbers[at + AT.cacheWrite5m] as number,
      cacheWrite1h: numbers[at + AT.cacheWrite1h] as number,
      webSearches: numbers[at + AT.webSearches] as number,
      fast: (flags & FAST) !== 0,
      usOnly: (flags & US_ONLY) !== 0,
      final: this.#final[i] === 1,
      kind: worker.kind,
      sessionId,
      copiedTo: NOTHING,
      agentId: worker.agentId,
      project: this.#projects.of(sessionId, home.file),
      slug: home.file.slug,
      tools: NOTHING,
    };
  }
}

/** What the comparisons of copies look at. `time` says which of the two times of an answer counts; its offset stands behind it. */
function copyAt(answers: FileAnswers, at: number, time: number): HomeCopy {
  const { numbers } = answers;
  return {
    time: timeAt(answers, at + time),
    offset: numbers[at + time + 1] as number,
    output: numbers[at + AT.output] as number,
    source: ((numbers[at + AT.flags] as number) & PROGRESS) !== 0 ? 'progress' : 'entry',
    sessionId: nameAt(answers, at + AT.session),
  };
}

function timeAt({ numbers }: FileAnswers, at: number): number | undefined {
  const time = numbers[at] as number;
  return Number.isNaN(time) ? undefined : time;
}

function nameAt({ numbers, names }: FileAnswers, at: number): string | undefined {
  return names[numbers[at] as number];
}
