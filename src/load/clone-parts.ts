// Makes the parts of a clone out of the lines of its source, in as many tries as it takes to find chapters that hold.
import { ByteSink } from '../base/byte-sink.ts';
import { decodeUtf8 } from '../base/bytes.ts';
import { UUID_BYTES } from '../base/find-uuids.ts';
import type { Entry, Line } from '../log/line.ts';
import { TitleFinder, type UuidSet } from '../session/titles.ts';
import type { Changes, CutSession } from '../transform/cut-session.ts';
import { isPartable, localCuts, type WholeCuts } from '../transform/local-cuts.ts';
import type { Identity } from '../transform/new-identity.ts';
import { CHUNK_BYTES, sessionBytes } from '../transform/write-session.ts';
import { ChapterConflict, type ChapterHints, joinHints } from './chapter-conflict.ts';
import { ChapterSeams } from './chapter-seams.ts';
import { cloneTitle } from './clone-ends.ts';
import { type CloneCuts, type ClonePlan, ClonePlanner } from './clone-planner.ts';
import { type Chapter, readChapters } from './read-chapters.ts';
import type { SessionIds } from './session-ids.ts';
import { WholeSurvey } from './survey-whole.ts';

export interface PartsOptions extends CloneCuts {
  /** The least bytes of a chapter; a small one costs time, a large one memory. */
  readonly chapterBytes: number;
  /** The size of the source. */
  readonly bytes: number;
}

/** Read more than once where chapters have to be chosen anew. */
export type LineSource = () => AsyncIterable<Iterable<Line>> | Iterable<Iterable<Line>>;

interface Consumer {
  readonly next: (chapter: Chapter) => readonly CutSession[];
  readonly end: (chapter: Chapter) => readonly CutSession[];
}

const MOST_TRIES = 5;

export class CloneParts {
  readonly #lines: LineSource;
  readonly #ids: SessionIds;
  readonly #seams: ChapterSeams;
  readonly #title: TitleFinder;
  readonly #chapterBytes: number;
  #options: CloneCuts;
  #hints: ChapterHints = {};
  #cuts: WholeCuts;
  readonly #sink = new ByteSink(2 * CHUNK_BYTES);
  #isRead = false;
  /** Parts were written as if all ids were canonical uuids. */
  #hopedForUuids = false;
  #tries = 0;
  #chapters = 0;
  #plan: ClonePlan | undefined;

  constructor(lines: LineSource, ids: SessionIds, options: PartsOptions) {
    this.#lines = lines;
    this.#ids = ids;
    this.#options = options;
    this.#chapterBytes = options.chapterBytes;
    this.#cuts = localCuts(options.cuts ?? []);
    this.#seams = new ChapterSeams(this.#ids);
    this.#title = new TitleFinder(countingSet(this.#ids));
    // What is hardly more than a chapter is not worth parting.
    if (!isPartable(options.cuts ?? []) || options.bytes < 2 * options.chapterBytes)
      this.#hints = { closed: 'all' };
  }

  /** As far as they are known by now. */
  get title(): string {
    return this.#plan?.title ?? this.#options.title ?? '';
  }

  get changes(): Changes {
    return this.#plan?.changes ?? {};
  }

  /** How many chapters the last try had. */
  get chapters(): number {
    return this.#chapters;
  }

  /** Once all parts were taken. */
  get plan(): ClonePlan {
    if (!this.#plan) throw new Error('The clone has not been planned to its end.');
    return this.#plan;
  }

  /** Goes through the lines beforehand where the cuts must know the whole. To be awaited before `parts`. */
  async survey(): Promise<void> {
    while (this.#hints.closed !== 'all' && WholeSurvey.isNeeded(this.#options)) {
      const survey = new WholeSurvey(this.#options, this.#ids);
      const consumer: Consumer = {
        next: (chapter) => {
          survey.next(chapter);
          return [];
        },
        end: (chapter) => {
          survey.end(chapter);
          return [];
        },
      };
      try {
        for await (const _ of this.#run(consumer));
      } catch (error) {
        this.#learn(error);
        continue;
      }
      if (this.#options.uncompact === undefined) {
        this.#cuts = survey.cuts;
        return;
      }
      const { uncompact: _, ...rest } = this.#options;
      this.#options = { ...rest, leaf: survey.leaf };
    }
  }

  /**
   * The parts in order, with the ids of the source; `see` is shown every chapter before its parts come. A ChapterConflict
   * means that all must be asked for again, from the first.
   */
  async *parts(see: (entries: readonly Entry[]) => void): AsyncGenerator<CutSession> {
    const isWhole = this.#hints.closed === 'all';
    const known = isWhole ? undefined : { ids: this.#ids, cuts: this.#cuts, hints: this.#hints };
    const planner = new ClonePlanner(this.#options, known);
    const consumer: Consumer = {
      next: (chapter) => {
        see(chapter.entries);
        return planner.next(chapter);
      },
      end: (chapter) => {
        see(chapter.entries);
        const title = this.#options.title ?? cloneTitle(this.#title.title().title);
        this.#plan = planner.end(chapter, { title, cut: this.#seams.cut });
        return [this.#plan.session];
      },
    };
    try {
      yield* this.#run(consumer);
    } catch (error) {
      this.#learn(error);
      throw error;
    }
  }

  /** The bytes of a part, with the ids of the clone. A chunk is used again as soon as the next one is asked for. */
  bytes(part: CutSession): Iterable<Uint8Array> {
    const from = part.items.reduce(
      (least, { entry }) => Math.min(least, entry?.place.line ?? least),
      Number.POSITIVE_INFINITY,
    );
    // An id that only a later line will have is not renamed here, and should have been.
    const miss = (id: string) => {
      if (!this.#isRead) this.#seams.missing(id, from);
    };
    const ids = this.#ids;
    const renameAt = (bytes: Uint8Array, at: number) => {
      if (!ids.renameAt(bytes, at)) miss(decodeUtf8(bytes.subarray(at, at + UUID_BYTES)));
    };
    const identity: Identity = {
      sessionId: ids.sessionId,
      rename: (id) => {
        const name = ids.rename(id);
        if (name === undefined) miss(id);
        return name;
      },
      renameAt: ids.hasOdd ? undefined : renameAt,
    };
    if (!ids.hasOdd) this.#hopedForUuids = true;
    return sessionBytes(part, { identity, sink: this.#sink });
  }

  #learn(error: unknown): void {
    if (!(error instanceof ChapterConflict)) throw error;
    this.#hints = joinHints(this.#hints, error.hints);
    if (++this.#tries >= MOST_TRIES) this.#hints = joinHints(this.#hints, { closed: 'all' });
  }

  async *#run({ next, end }: Consumer): AsyncGenerator<CutSession> {
    const isFirst = !this.#isRead;
    let conflict: unknown;
    const attempt = (step: () => readonly CutSession[]): readonly CutSession[] => {
      try {
        return step();
      } catch (error) {
        if (!(error instanceof ChapterConflict)) throw error;
        conflict = error;
        return [];
      }
    };
    this.#chapters = 0;
    const open = isFirst ? undefined : this.#seams.open;
    const chapters = readChapters(this.#lines(), {
      isSeam: (line) => this.#isSeam(line, open),
      part: (line) => this.#seams.use(line),
      bytes: this.#chapterBytes,
      isWanted: () => conflict === undefined && !(isFirst && this.#isSpoilt),
    });
    for await (const chapter of chapters) {
      if (!chapter.next && isFirst) {
        this.#seams.end();
        this.#isRead = true;
      }
      // All is read to the end even so: the next try must know every line.
      if (isFirst && this.#isSpoilt) conflict ??= new ChapterConflict({});
      if (conflict !== undefined) continue;
      this.#chapters++;
      yield* attempt(() => (chapter.next ? next(chapter) : end(chapter)));
    }
    if (conflict !== undefined) throw conflict;
  }

  /** A line has shown that the parts made so far are worth nothing. */
  get #isSpoilt(): boolean {
    return this.#seams.reachesBack || (this.#hopedForUuids && this.#ids.hasOdd);
  }

  #isSeam(line: Line, open: ReadonlySet<number> | undefined): boolean {
    let isSeam = open?.has(line.place.line) ?? false;
    if (!open) {
      this.#title.add(line);
      if (line.kind === 'entry') isSeam = this.#seams.note(line);
      else if (line.kind === 'unreadable') {
        for (const { value } of line.parts) this.#seams.note({ ...line, kind: 'entry', value });
      }
    }
    const { closed } = this.#hints;
    if (!isSeam || closed === 'all' || closed?.has(line.place.line)) return false;
    // Behind an end that was asked for, the file is another branch.
    const { leaf } = this.#options;
    const end = leaf === undefined ? undefined : this.#ids.lineOf(leaf);
    return end === undefined || line.place.line <= end;
  }
}

/** The uuids of the lines themselves, whose number only is counted here. */
function countingSet(ids: SessionIds): UuidSet {
  let size = 0;
  return {
    get size() {
      return size;
    },
    add: () => size++,
    has: (uuid) => ids.lineOf(uuid) !== undefined,
  };
}
