// The token ledger of a branch: what each entry added to the context, from the differences between logged sizes [K1].
import { isCompactBoundary, parentUuidOf, uuidOf } from '../../log/fields.ts';
import type { Entry } from '../../log/line.ts';
import type { Conversation } from '../../session/session.ts';
import type { CutSize } from './cut-size.ts';
import { distribute, expectedTokens, type Part } from './distribute.ts';
import { EntryPlaces } from './entry-places.ts';
import {
  anchorOf,
  causeOf,
  forgetsThinking,
  isDiscarded,
  isOwnThinking,
  isShort,
  type StepScene,
  takeLoss,
} from './find-loss.ts';
import type { TokenItem } from './list-token-items.ts';
import { type MeasuredRequest, measureRequests, tellingOf } from './measure-requests.ts';
import { passStretch } from './pass-stretch.ts';
import { type Arrival, preservedTail, type Step, StepSplitter } from './split-steps.ts';
import { type Drop, type LedgerItem, TokenWindow } from './token-window.ts';

/** Which tokens came into the window and left it, request by request. */
export interface TokenLedger {
  /** All of them, or after `forget` those that still say something: the largest of each model, and the last. */
  readonly requests: readonly MeasuredRequest[];
  /** In order of arrival. At every request, what came in until then minus what was dropped is the logged size. */
  readonly items: readonly LedgerItem[];
  /** In order of requests. */
  readonly drops: readonly Drop[];
  /** What follows the last request, estimated: no request holds it yet. `request` is the number of requests. */
  readonly pending: readonly LedgerItem[];
}

/** `cut` is the size that a clone was cut to; see `readCutSize`. */
export function attributeTokens(conversation: Conversation, cut?: CutSize): TokenLedger {
  const builder = new LedgerBuilder(cut);
  builder.add(conversation);
  return builder.finish();
}

/** Attributes the tokens of a conversation that is given stretch by stretch; see `StepSplitter` for where it may be parted. */
export class LedgerBuilder {
  readonly #cut: CutSize | undefined;
  readonly #steps: StepSplitter = new StepSplitter();
  readonly #window: TokenWindow = new TokenWindow();
  #requests: MeasuredRequest[] = [];
  #count = 0;
  #entries = 0;
  /** Places of the entries of this stretch and the one before, which a boundary may keep a tail of. */
  #places: [EntryPlaces, EntryPlaces] = [new EntryPlaces(), new EntryPlaces()];
  #cutOff = false;

  constructor(cut?: CutSize) {
    this.#cut = cut;
  }

  /** Passes over a stretch that stands before the cut and its last answer: its requests were larger than what is left. */
  skip(conversation: Conversation): void {
    this.#place(conversation.entries);
  }

  add(conversation: Conversation): void {
    this.#place(conversation.entries);
    const requests = measureRequests(conversation, this.#cut, this.#count);
    this.#count += requests.length;
    for (const request of requests) this.#requests.push(request);
    for (const step of this.#steps.add(conversation, requests)) {
      if (step.request) this.#apply(step, step.request);
    }
  }

  /**
   * The same as `add` and `forget` for a stretch that begins with a compaction and is followed by another, none of them
   * keeping a tail: all that is left of it is what it takes from the system prompt. False, and nothing done, where it may
   * take something. Most stretches take nothing, and that is told sooner than how much each of their entries weighs.
   * `turns` are the numbers of the entries' turns, where they are known.
   */
  pass(entries: readonly Entry[], turns: readonly number[] = []): boolean {
    const { previous } = this.#steps;
    if (this.#cut || !previous) return false;
    const { system } = this.#window;
    const passed = passStretch(entries, turns, { previous, system, first: this.#count });
    if (!passed) return false;
    // No boundary names any of its entries.
    this.#place([]);
    this.#entries += entries.length;
    this.#count += passed.count;
    for (const request of passed.requests) this.#requests.push(request);
    // The compaction that it begins with has emptied the context.
    this.#window.compact(this.#count, () => false);
    const { openFrom } = passed;
    const open = entries.slice(openFrom);
    this.#steps.skip(
      { entries: open, turns: open.map((_, i) => turns[openFrom + i]) },
      passed.requests.at(-1),
    );
    this.forget(() => false);
    return true;
  }

  /** Lets go of what is not in the context any more, but for entries that `isWanted`: memory then follows what is loaded. */
  forget(isWanted: (entry: Entry) => boolean): void {
    this.#window.forget(({ entry }) => entry !== undefined && isWanted(entry));
    this.#requests = tellingOf(this.#requests);
  }

  finish(): TokenLedger {
    const { items, drops } = this.#window;
    const pending = listPending(this.#steps.end(), this.#count);
    return { requests: this.#requests, items, drops, pending };
  }

  #place(entries: readonly Entry[]): void {
    this.#places = [this.#places[1], new EntryPlaces(entries, this.#entries)];
    if (this.#entries === 0) this.#cutOff = isCutOff(entries);
    this.#entries += entries.length;
  }

  #placeOf(uuid: string): number | undefined {
    return this.#places[1].get(uuid) ?? this.#places[0].get(uuid);
  }

  #apply(step: Step, request: MeasuredRequest): void {
    applyStep({
      window: this.#window,
      placeOf: (uuid) => this.#placeOf(uuid),
      step,
      request,
      cutOff: this.#cutOff,
    });
  }
}

function isCutOff(entries: readonly Entry[]): boolean {
  const start = entries[0];
  const parent = start && !isCompactBoundary(start) ? parentUuidOf(start) : undefined;
  return parent !== undefined && !entries.some((entry) => uuidOf(entry) === parent);
}

interface Scene extends StepScene {
  readonly placeOf: (uuid: string) => number | undefined;
  /** The first entry names a parent that the file does not have [G6]. */
  readonly cutOff: boolean;
}

function applyStep(scene: Scene): void {
  if (scene.step.boundary) applyCompaction(scene, scene.step.boundary);
  else if (!scene.step.previous) applyFirst(scene);
  else applyAddition(scene, scene.step.previous);
}

/**
 * The first request also holds the system prompt and the tools: all that the visible entries cannot explain. Where the
 * branch's start is not in the file, that is lost history too, and nobody can say how much.
 */
function applyFirst(scene: Scene): void {
  const { step, request } = scene;
  const seen = Math.min(request.context, Math.round(expectedTokens(step.arrivals, undefined)));
  addItem(scene, scene.cutOff ? UNLOGGED : SYSTEM, request.context - seen, 'estimated');
  addBase(scene, step.arrivals, seen);
}

/** A new base: the system prompt and the preserved tail stay, the rest is gone, the summary comes in. */
function applyCompaction(scene: Scene, boundary: Entry): void {
  const { window, step, request } = scene;
  const keeps = keptBy(boundary, scene.placeOf);
  window.compact(request.index, keeps);
  // What stands before the boundary went into the summary without any logged request: it never had a size of its own.
  const arrivals = leaveOut(scene, ({ beforeBoundary, item }) => beforeBoundary && !keeps(item));
  if (!step.previous) {
    applyFirst({ ...scene, step: { ...step, arrivals } });
    return;
  }
  const expected = expectedTokens(arrivals, undefined);
  const difference = request.context - window.total;
  const short = isShort(difference, expected, undefined);
  const taken = short ? takeLoss(scene, Math.ceil(expected) - difference, 'compaction') : 0;
  addBase(scene, arrivals, difference + taken);
}

/** Beside a system prompt whose size is an estimate, even a single thing is one. */
function addBase(scene: Scene, arrivals: readonly Arrival[], total: number): void {
  const { parts, unlogged } = distribute(arrivals, total, undefined);
  for (const { arrival, tokens } of parts) addItem(scene, arrival, tokens, 'estimated');
  if (unlogged) addItem(scene, UNLOGGED, unlogged.tokens, 'estimated');
}

function applyAddition(scene: Scene, previous: MeasuredRequest): void {
  const { window, step, request } = scene;
  const difference = request.context - window.total;
  if (isDiscarded(scene, previous, difference)) {
    const arrivals = leaveOut(scene, ({ ofAnswer }) => ofAnswer);
    addDifference(scene, arrivals, difference, undefined);
  } else if (forgetsThinking(scene, previous, difference)) {
    const forgotten = window.take(window.thinking, ['thinking'], request.index, 'thinking');
    const arrivals = leaveOut(scene, isOwnThinking);
    // Without its thinking the answer is smaller than its output tokens by an unknown part.
    const anchor = arrivals.length === step.arrivals.length ? anchorOf(previous) : undefined;
    addDifference(scene, arrivals, difference + forgotten, anchor, forgotten);
  } else addDifference(scene, step.arrivals, difference, anchorOf(previous));
}

/** The arrivals without those that no request ever held: they stay in the ledger with nothing. */
function leaveOut(scene: Scene, isOut: (arrival: Arrival) => boolean): readonly Arrival[] {
  for (const arrival of scene.step.arrivals) if (isOut(arrival)) addItem(scene, arrival, 0, 'attributed');
  return scene.step.arrivals.filter((arrival) => !isOut(arrival));
}

function addDifference(
  scene: Scene,
  arrivals: readonly Arrival[],
  difference: number,
  anchor: number | undefined,
  lost = 0,
): void {
  const expected = expectedTokens(arrivals, anchor);
  const short = isShort(difference, expected, anchor);
  const taken = short ? takeLoss(scene, Math.ceil(expected) - difference, causeOf(scene)) : 0;
  const { parts, unlogged } = distribute(arrivals, difference + taken, anchor);
  // A loss of estimated size leaves no figure of the step sure but the anchored ones.
  const sure = (item: TokenItem) =>
    lost + taken === 0 || (anchor !== undefined && item.messageId !== undefined);
  for (let i = 0; i < parts.length; i++) {
    const { arrival, tokens, basis } = parts[i] as Part;
    addItem(scene, arrival, tokens, sure(arrival.item) ? basis : 'estimated');
  }
  if (unlogged) addItem(scene, UNLOGGED, unlogged.tokens, unlogged.basis);
}

/** What came in: an arrival, or something that no entry shows. Without a turn of its own it is of the request's. */
type Newcomer = Pick<Arrival, 'item' | 'turn'>;

function addItem(
  { window, request }: Scene,
  { item, turn = request.turn }: Newcomer,
  tokens: number,
  basis: LedgerItem['basis'],
): void {
  window.add(item, { tokens, basis, turn, request: request.index });
}

const UNSEEN: TokenItem = {
  kind: 'other',
  entry: undefined,
  block: undefined,
  messageId: undefined,
  tool: undefined,
  toolUseId: undefined,
  file: undefined,
};

const UNLOGGED: Newcomer = { item: UNSEEN, turn: undefined };
const SYSTEM: Newcomer = { item: { ...UNSEEN, kind: 'system' }, turn: 0 };

function keptBy(
  boundary: Entry,
  placeOf: (uuid: string) => number | undefined,
): (item: TokenItem) => boolean {
  const { uuids, head, tail } = preservedTail(boundary);
  const [from, to] = [head && placeOf(head), tail && placeOf(tail)];
  return ({ entry }) => {
    const uuid = entry && uuidOf(entry);
    if (uuid === undefined) return false;
    if (uuids.size > 0) return uuids.has(uuid);
    if (typeof from !== 'number' || typeof to !== 'number') return false;
    const at = placeOf(uuid);
    return at !== undefined && at >= from && at <= to;
  };
}

function listPending(step: Step, request: number): LedgerItem[] {
  const anchor = step.previous && anchorOf(step.previous);
  const total = Math.round(expectedTokens(step.arrivals, anchor));
  const { parts } = distribute(step.arrivals, total, anchor);
  return parts.map(({ arrival, tokens, basis }, index) => {
    const { item } = arrival;
    const turn = arrival.turn ?? step.previous?.turn ?? 0;
    // The answer's own blocks are as sure as its output tokens; all else is waiting for a request to count it.
    const sure = basis === 'attributed' && item.messageId !== undefined;
    return { ...item, index, turn, request, tokens, left: tokens, basis: sure ? basis : 'estimated' };
  });
}
