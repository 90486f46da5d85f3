// Lays out the chapters of a file one after another, and makes sure that each goes on where the one before it ended.
import { isSidechain, timeOf, timestampOf, uuidOf } from '../log/fields.ts';
import type { Entry } from '../log/line.ts';
import { type LayOut, layOutSession } from '../transform/lay-out-session.ts';
import { closeSeam } from './chapter-conflict.ts';
import type { Chapter } from './read-chapters.ts';
import type { SessionIds } from './session-ids.ts';

export class ChapterLayouts {
  readonly #ids: SessionIds | undefined;
  #turns = 0;
  /** The turns before the last chapter. */
  #before = 0;
  #chapters = 0;
  /** The newest time so far, and up to which later entries could have to do with a broken link. */
  #newest = Number.NEGATIVE_INFINITY;
  #brokenTo = Number.NEGATIVE_INFINITY;

  /** Without ids for a session that is one chapter. */
  constructor(ids?: SessionIds) {
    this.#ids = ids;
    ids?.forgetPath();
  }

  /** How many turns begin in the chapters so far. */
  get turns(): number {
    return this.#turns;
  }

  /** Takes the next chapter. Its own end is where the client would resume, or where the next chapter goes on. */
  next(chapter: Chapter): LayOut {
    this.#chapters++;
    this.#before = this.#turns;
    const laid = this.#layOut(chapter, undefined);
    this.#checkTimes(chapter, laid.isBroken);
    if (chapter.next && laid.waits) throw closeSeam(chapter.next.place.line);
    for (const entry of laid.walked) this.#ids?.putOnPath(uuidOf(entry) ?? '', entry.place.line);
    this.#turns += laid.turns;
    return laid;
  }

  /** The chapter that was taken last, with another end. */
  endAt(chapter: Chapter, leaf: string): LayOut {
    return this.#layOut(chapter, leaf);
  }

  #layOut(chapter: Chapter, leaf: string | undefined): LayOut {
    const { next } = chapter;
    const laid = layOutSession(chapter, leaf, {
      ...(next ? { next } : {}),
      turns: this.#before,
      isOnPath: (uuid) => this.#ids?.isOnPath(uuid),
    });
    const [first] = chapter.lines;
    if (this.#chapters > 1 && laid.walked[0] !== first) throw closeSeam(first?.place.line);
    if (next && laid.walked.length === 0) throw closeSeam(next.place.line);
    // Without a word said in it, the client would resume before it.
    if (!next && this.#chapters > 1 && !laid.walked.some(isTalk)) throw closeSeam(first?.place.line);
    return laid;
  }

  // Where a link is broken the client goes on at the entry nearest in time [R4], which could be in any chapter.
  #checkTimes(chapter: Chapter, isBroken: boolean): void {
    if (this.#chapters === 1 && !chapter.next) return;
    const { oldest, newest } = timeSpan(chapter.entries);
    // The client looks for times only if there are any.
    if (!chapter.next && newest < oldest) throw closeSeam(chapter.lines[0]?.place.line);
    if (oldest <= this.#brokenTo || (isBroken && oldest <= this.#newest)) throw closeSeam(undefined);
    this.#newest = Math.max(this.#newest, newest);
    if (isBroken) this.#brokenTo = this.#newest;
  }
}

function timeSpan(entries: readonly Entry[]): { oldest: number; newest: number } {
  let [oldest, newest] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  // Times in the usual form are in the order of their letters: only the first and the last must be read.
  let [first, last] = ['', ''];
  for (const entry of entries) {
    const text = timestampOf(entry);
    if (text === undefined || isSidechain(entry) || uuidOf(entry) === undefined) continue;
    if (USUAL.test(text)) {
      if (first === '' || text < first) first = text;
      if (text > last) last = text;
      continue;
    }
    oldest = Math.min(oldest, timeOf(entry) ?? oldest);
    newest = Math.max(newest, timeOf(entry) ?? newest);
  }
  if (first === '') return { oldest, newest };
  return { oldest: Math.min(oldest, Date.parse(first)), newest: Math.max(newest, Date.parse(last)) };
}

const USUAL = /^20\d\d-(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d\.\d{3}Z$/;

function isTalk({ value }: Entry): boolean {
  return value.type === 'user' || value.type === 'assistant';
}
