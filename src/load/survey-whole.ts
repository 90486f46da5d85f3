// Goes through a session once before it is cut, for what cuts by age, excerpts and ends must know of the whole.
import { stringField } from '../base/json.ts';
import type { CutSession } from '../transform/cut-session.ts';
import { excerpt, lastStates } from '../transform/excerpt.ts';
import { EndHolder, joinParts } from '../transform/hold-end.ts';
import type { LayOut } from '../transform/lay-out-session.ts';
import { isLocal, localCuts, measureCuts, type WholeCuts } from '../transform/local-cuts.ts';
import { leavesBefore, pickLeaf } from './clone-ends.ts';
import type { CloneCuts } from './clone-planner.ts';
import { ChapterLayouts } from './lay-out-chapters.ts';
import type { Chapter } from './read-chapters.ts';
import type { SessionIds } from './session-ids.ts';

export class WholeSurvey {
  readonly #options: CloneCuts;
  readonly #layouts: ChapterLayouts;
  readonly #end = new EndHolder();
  readonly #states = new Map<string, string>();
  readonly #leaves: (string | undefined)[] = [];
  #last: string | undefined;
  #cuts: WholeCuts | undefined;

  constructor(options: CloneCuts, ids: SessionIds) {
    this.#options = options;
    this.#layouts = new ChapterLayouts(ids);
  }

  static isNeeded({ uncompact, cuts = [] }: CloneCuts): boolean {
    return uncompact !== undefined || !isLocal(cuts);
  }

  next(chapter: Chapter): void {
    this.#note(this.#layouts.next(chapter));
  }

  /** The leaf is told only if compactions are to be undone: the cuts must then be surveyed with it. */
  end(chapter: Chapter): void {
    const { leaf, cuts = [] } = this.#options;
    const own = this.#layouts.next(chapter);
    const whole = leaf === undefined ? own : this.#layouts.endAt(chapter, leaf);
    this.#note(whole);
    const turns = this.#layouts.turns - own.turns + whole.turns;
    const end = joinParts(this.#end.held);
    if (this.#options.uncompact === undefined)
      this.#cuts = isLocal(cuts)
        ? localCuts(cuts)
        : measureCuts(cuts, end, turns, new Set(this.#states.values()));
  }

  /** The end that undoes the compactions. */
  get leaf(): string {
    return pickLeaf(this.#leaves, this.#options.uncompact ?? 0);
  }

  get cuts(): WholeCuts {
    return this.#cuts ?? localCuts(this.#options.cuts ?? []);
  }

  #note({ session }: LayOut): void {
    for (const leaf of leavesBefore(session, this.#last)) this.#leaves.push(leaf);
    const last = session.items.findLast((item) => item.role === 'chain');
    this.#last = stringField(last?.value, 'uuid') ?? this.#last;
    lastStates(session.items, this.#states);
    this.#end.push(this.#excerpt(session));
  }

  #excerpt(session: CutSession): CutSession {
    const range = this.#options.cuts?.[0]?.turns;
    // Whether there are such turns at all is known at the end.
    const part = { ends: false, lastTurn: Number.POSITIVE_INFINITY, states: new Set<string>() };
    const { from = 0, to = Number.POSITIVE_INFINITY } = range ?? {};
    return range && from <= to ? excerpt(session, { from, to }, part).session : session;
  }
}
