// Plans a clone chapter by chapter, without touching the disk: what each part of it holds, what goes, and what the whole
// weighs before and after.
import { Refusal } from '../base/refusal.ts';
import type { ContextNow } from '../context/tokens/context-now.ts';
import { CUT_TYPE, type CutSize } from '../context/tokens/cut-size.ts';
import { type CutOptions, cutSession } from '../transform/cut.ts';
import { addChanges, type Changes, type Cut, type CutSession } from '../transform/cut-session.ts';
import { excerpt } from '../transform/excerpt.ts';
import { explainIdleCuts } from '../transform/explain-idle.ts';
import { finishSession, SessionFinisher } from '../transform/finish-session.ts';
import { fitSession } from '../transform/fit-session.ts';
import { EndHolder, joinParts } from '../transform/hold-end.ts';
import { IdleFacts } from '../transform/idle-facts.ts';
import { localStep, type WholeCuts } from '../transform/local-cuts.ts';
import { markSize } from '../transform/mark-size.ts';
import { chainEntries, measureCut } from '../transform/measure-cut.ts';
import { isEvery } from '../transform/remove-tool-calls.ts';
import { settleUsage } from '../transform/settle-usage.ts';
import { TurnCount } from '../transform/turn-count.ts';
import { ChapterConflict, type ChapterHints } from './chapter-conflict.ts';
import { ChapterLedger } from './chapter-ledger.ts';
import { leavesBefore, nothingToResume, pickLeaf } from './clone-ends.ts';
import { ChapterLayouts } from './lay-out-chapters.ts';
import type { Chapter } from './read-chapters.ts';
import type { SessionIds } from './session-ids.ts';

/** What a clone shall hold of its source. */
export interface CloneCuts {
  /** The uuid to end at; by default where the newest client would resume. */
  readonly leaf?: string;
  /** How many compactions to undo: the clone ends before the last, or before the last two … */
  readonly uncompact?: number;
  /** Applied one after another. */
  readonly cuts?: readonly CutOptions[];
  /** The tokens that a resume may load; more cuts are chosen until it fits. */
  readonly fit?: number;
  readonly title?: string;
}

/** What a clone would hold, before anything is written. */
export interface ClonePlan {
  /** Finished, but still with the ids of its source. */
  readonly session: CutSession;
  readonly title: string;
  readonly changes: Changes;
  /** Lines of the source that have no part in the conversation, by reason. */
  readonly left: Changes;
  readonly turns: { readonly before: number; readonly after: number };
  readonly context: { readonly before: ContextNow; readonly after: ContextNow };
  /** What a person should know besides, one sentence each. */
  readonly notes: readonly string[];
}

/** What is known of the whole file before its first chapter is planned. */
export interface Foreknown {
  readonly ids: SessionIds;
  /** How the cuts apply to parts of the session. */
  readonly cuts: WholeCuts;
  readonly hints: ChapterHints;
}

export interface Ending {
  readonly title: string;
  /** The size that the source was last cut to. */
  readonly cut: CutSize | undefined;
}

export class ClonePlanner {
  readonly #options: CloneCuts;
  readonly #known: Foreknown | undefined;
  readonly #layouts: ChapterLayouts;
  readonly #finisher: SessionFinisher;
  readonly #end = new EndHolder();
  /** The last chapter as it was laid out, and the one before it if its tail is still sent. */
  readonly #ownEnd = new EndHolder();
  readonly #idle: readonly IdleFacts[];
  readonly #changes: Changes[];
  readonly #turnsAfter = new TurnCount();
  #left: Changes = {};
  #ledger: ChapterLedger | undefined;
  /** Where another end than the client's own was asked for. */
  #ownLedger: ChapterLedger | undefined;
  #droppedMark = false;
  #sessionId = '';

  /** Without `known` for a session that is given as one chapter. */
  constructor(options: CloneCuts, known?: Foreknown) {
    this.#options = options;
    this.#known = known;
    this.#layouts = new ChapterLayouts(known?.ids);
    this.#finisher = new SessionFinisher(known?.hints.leafTime);
    this.#idle = (options.cuts ?? []).map(() => new IdleFacts());
    this.#changes = (options.cuts ?? []).map(() => ({}));
  }

  /** Takes a chapter that others follow; returns what can be written, still with the ids of the source. */
  next(chapter: Chapter): readonly CutSession[] {
    const laid = this.#layouts.next(chapter);
    this.#left = addChanges(this.#left, laid.left);
    const { cut } = this.#known?.hints ?? {};
    this.#ledger ??= new ChapterLedger(cut === 'none' ? undefined : cut);
    this.#ledger.add(chainEntries(laid.session, chapter));
    if (this.#options.leaf !== undefined) {
      this.#ownLedger ??= new ChapterLedger(cut === 'none' ? undefined : cut);
      this.#ownLedger.add(chainEntries(laid.session, chapter));
    }
    this.#ownEnd.push(laid.session);
    const ready = this.#end.push(this.#excerpt(this.#named(laid.session)));
    const held = Math.max(this.#end.held.length, this.#ownEnd.held.length);
    this.#ledger.settle(held);
    this.#ownLedger?.settle(held);
    return ready.length === 0 ? [] : [this.#cutPart(joinParts(ready))];
  }

  /** Takes the last chapter. The plan's session is what has not been returned before. */
  end(chapter: Chapter, { title, cut }: Ending): ClonePlan {
    const { leaf: asked, uncompact, fit } = this.#options;
    const own = this.#layouts.next(chapter);
    const leaf = uncompact === undefined ? asked : pickLeaf(leavesBefore(own.session), uncompact);
    const whole = leaf === undefined ? own : this.#layouts.endAt(chapter, leaf);
    if (!this.#ledger && !whole.session.items.some((item) => item.role === 'chain'))
      throw nothingToResume(chapter);
    this.#left = addChanges(this.#left, whole.left);
    this.#checkCut(cut);
    const ledger = (this.#ledger ?? new ChapterLedger(cut)).finish(chainEntries(whole.session, chapter));
    const ownLedger =
      whole === own
        ? ledger
        : (this.#ownLedger ?? new ChapterLedger(cut)).finish(chainEntries(own.session, chapter));
    this.#ownEnd.push(own.session);
    const ownSize = measureCut(finishSession(joinParts(this.#ownEnd.held), { title }), ownLedger).context;
    const ready = this.#end.push(this.#excerpt(this.#named(whole.session)));
    // The last chapter shows that those before it are not the end: they come first all the same.
    const parts = ready.length === 0 ? [] : [this.#cutPart(joinParts(ready))];
    const end = joinParts(this.#end.held);
    let { session, befores } = this.#cut(end, true);
    this.#addTurnsGone();
    let changes = this.#changes.reduce<Changes>(addChanges, {});
    if (fit !== undefined) {
      const next = fitSession(session, fit, ledger);
      session = next.session;
      changes = addChanges(changes, next.changes);
    }
    this.#turnsAfter.add(session);
    const finished = this.#finisher.end(session, { title });
    const { context: after, prediction } = measureCut(finished, ledger);
    if (prediction.messages.length === 0)
      throw new Refusal('nothing-left', 'The cut leaves nothing that could be resumed.', 'Cut less.');
    const settled = settleUsage(finished, after.total);
    const isCut = Object.keys(changes).length > 0;
    this.#checkHints(isCut);
    return {
      session: joinParts([...parts, isCut ? markSize(settled.session, after.total) : settled.session]),
      title,
      changes: addChanges(changes, settled.changes),
      left: this.#left,
      turns: { before: this.#layouts.turns, after: this.#turnsAfter.size },
      context: { before: ownSize, after },
      notes: this.#explainIdle(befores, end, changes),
    };
  }

  // Every part carries the session's id; the last that names one counts.
  #named(session: CutSession): CutSession {
    if (session.sessionId !== '') this.#sessionId = session.sessionId;
    return { ...session, sessionId: this.#sessionId };
  }

  // What is outside of the turns asked for need not be held.
  #excerpt(session: CutSession): CutSession {
    const range = this.#options.cuts?.[0]?.turns;
    const part = this.#known?.cuts.part;
    return range && part ? excerpt(session, range, { ...part, ends: false }).session : session;
  }

  #cutPart(part: CutSession): CutSession {
    const { session } = this.#cut(part, false);
    this.#turnsAfter.add(session);
    const finished = this.#finisher.next(session);
    if (!this.#expectsCut) return finished;
    const items = finished.items.filter((item) => item.value.type !== CUT_TYPE);
    if (items.length < finished.items.length) this.#droppedMark = true;
    return { ...finished, items };
  }

  get #expectsCut(): boolean {
    const { cuts = [], fit } = this.#options;
    return this.#known?.hints.isCut ?? (cuts.length > 0 || fit !== undefined);
  }

  #addTurnsGone(): void {
    for (const [i, gone] of (this.#known?.cuts.turnsGone ?? []).entries())
      if (gone > 0) this.#changes[i] = addChanges({ turns: gone }, this.#changes[i] ?? {});
  }

  #explainIdle(befores: readonly CutSession[], end: CutSession, all: Changes): string[] {
    return explainIdleCuts(
      (this.#options.cuts ?? []).map((cut, i) => ({
        before: this.#idle[i]?.standIn(befores[i] ?? end) ?? end,
        cut,
        changes: this.#changes[i] ?? {},
        undecoded: this.#idle[i]?.undecoded ?? 0,
      })),
      all,
    );
  }

  /** `befores` are the sessions as they were before each of the cuts, without the turns that it leaves out. */
  #cut(part: CutSession, ends: boolean): { session: CutSession; befores: readonly CutSession[] } {
    let session = part;
    const befores: CutSession[] = [];
    for (const [i, cut] of (this.#options.cuts ?? []).entries()) {
      befores.push(cut.turns && !this.#known ? excerpt(session, cut.turns).session : session);
      if (!ends && mayBeIdle(cut, this.#changes[i] ?? {})) this.#idle[i]?.note(session);
      if (!ends && cut.scaleImages) this.#idle[i]?.noteImages(session, cut.scaleImages);
      const next = this.#known ? this.#cutSteps(session, this.#known, i, ends) : cutSession(session, cut);
      this.#changes[i] = addChanges(this.#changes[i] ?? {}, next.changes);
      session = next.session;
    }
    return { session, befores };
  }

  #cutSteps(part: CutSession, { cuts }: Foreknown, cut: number, ends: boolean): Cut {
    let session = part;
    let changes: Changes = {};
    for (const step of cuts.steps[cut] ?? []) {
      const next = cutSession(session, localStep(step, session, ends), { ...cuts.part, ends });
      changes = addChanges(changes, next.changes);
      session = next.session;
    }
    return { session, changes };
  }

  // The chapters before were measured by what was known of it.
  #checkCut(cut: CutSize | undefined): void {
    const hint = this.#known?.hints.cut;
    if (!this.#ledger || hint === 'none') return;
    if (cut?.leaf !== hint?.leaf || cut?.tokens !== hint?.tokens)
      throw new ChapterConflict({ cut: cut ?? 'none' });
  }

  #checkHints(isCut: boolean): void {
    const leafTime = this.#finisher.missedLeafTime;
    if (leafTime !== undefined) throw new ChapterConflict({ leafTime });
    if (this.#droppedMark && !isCut) throw new ChapterConflict({ isCut });
  }
}

/** Whether it may still turn out to have changed nothing, or nothing that a resume loads, for a reason that stands further up. */
function mayBeIdle({ removeCalls, truncate }: CutOptions, changes: Changes): boolean {
  if (truncate) return true;
  return removeCalls !== undefined && !(isEvery(removeCalls) && (changes.toolCalls ?? 0) > 0);
}
