// Turns cuts that speak of a whole session into cuts of one part of it: what counts as old is decided by the whole.
import { chooseCalls, isShareOfCalls } from './choose-calls.ts';
import { oldestTurns, type Reach } from './choose-turns.ts';
import { type CutOptions, cutSession } from './cut.ts';
import { type CutItem, type CutSession, listTurns } from './cut-session.ts';
import { turnsOutside } from './excerpt.ts';
import type { Part } from './part.ts';

/** A cut of one step only, in the order that `cutSession` takes them in, and the turns that are old in its eyes. */
export interface LocalStep {
  readonly cut: CutOptions;
  /** The highest old turn of the parts before the last; all are old by default. */
  readonly oldTo: number;
}

/** How the whole is described to a part of it. */
export interface WholeCuts {
  readonly part: Omit<Part, 'ends'>;
  readonly steps: readonly (readonly LocalStep[])[];
  /** Turns that an excerpt leaves out, for each cut. */
  readonly turnsGone: readonly number[];
}

/** Whether a part can be cut without knowing more of the whole than that it is one. */
export function isLocal(cuts: readonly CutOptions[]): boolean {
  return cuts.every((cut) => cut.turns === undefined && reachesOf(cut).every(({ kind }) => kind === 'all'));
}

const KNOWN: ReadonlySet<string> = new Set([
  'turns',
  'removeCalls',
  'removeThinking',
  'thinkingOf',
  'removeImages',
  'imagesOf',
  'scaleImages',
  'drop',
  'truncate',
]);

/** Whether the cuts can be made part by part at all: only those of which that was proved. */
export function isPartable(cuts: readonly CutOptions[]): boolean {
  return cuts.every(
    (cut, i) =>
      Object.keys(cut).every((key) => KNOWN.has(key) && (i === 0 || key !== 'turns')) &&
      (cut.scaleImages === undefined || cut.scaleImages.reach.kind === 'all'),
  );
}

/** For cuts that `isLocal` holds of. */
export function localCuts(cuts: readonly CutOptions[]): WholeCuts {
  return {
    part: { lastTurn: 0, states: new Set() },
    steps: cuts.map((cut) => listSteps(cut).map((step) => ({ cut: step, oldTo: Number.POSITIVE_INFINITY }))),
    turnsGone: cuts.map(() => 0),
  };
}

/**
 * `end` is the last part, of which all that a resume loads must be in it; `turns` is how many there are, and `states` what
 * `lastStates` says of the whole.
 */
export function measureCuts(
  cuts: readonly CutOptions[],
  end: CutSession,
  turns: number,
  states: ReadonlySet<string>,
): WholeCuts {
  const part = { lastTurn: turns, states };
  let numbers = Array.from({ length: turns }, (_, i) => i + 1);
  let session = end;
  const turnsGone = cuts.map(({ turns: range }) => (range ? turnsOutside(numbers, range) : 0));
  const steps = cuts.map((cut) =>
    listSteps(cut).map((step): LocalStep => {
      const { turns: range } = step;
      if (range) numbers = numbers.filter((turn) => turnsOutside([turn], range) === 0);
      const [reach] = reachesOf(step);
      const oldTo = reach ? oldTurns(reach, step, session, numbers) : Number.POSITIVE_INFINITY;
      session = cutSession(session, localStep({ cut: step, oldTo }, session, true), {
        ...part,
        ends: true,
      }).session;
      return { cut: step, oldTo };
    }),
  );
  return { part, steps, turnsGone };
}

function oldTurns(reach: Reach, step: CutOptions, end: CutSession, numbers: readonly number[]): number {
  if (reach.kind === 'all') return Number.POSITIVE_INFINITY;
  if (reach.kind !== 'oldest') return oldestTurns(turnsOnly(numbers), reach);
  // A share is of what is loaded: all that stands before it is older, if anything is old.
  const isOfCalls = step.removeCalls !== undefined || step.truncate !== undefined;
  const isAny =
    isOfCalls && isShareOfCalls(end, reach)
      ? chooseCalls(end, { reach }).size > 0
      : oldestTurns(end, reach) >= 0;
  return isAny ? Number.POSITIVE_INFINITY : -1;
}

/** A session of bare turns. */
export function turnsOnly(numbers: Iterable<number>): CutSession {
  const items = [...numbers].map((turn): CutItem => ({ value: {}, entry: undefined, role: 'chain', turn }));
  return { sessionId: '', items };
}

/** The step as this part must be told of it; `ends` for the part that the whole ends with. */
export function localStep({ cut, oldTo }: LocalStep, session: CutSession, ends: boolean): CutOptions {
  const local = (reach: Reach): Reach =>
    reach.kind === 'all' || (ends && reach.kind === 'oldest') ? reach : reachTo(oldTo, session);
  const { removeCalls, removeThinking, removeImages, truncate } = cut;
  return {
    ...cut,
    ...(removeCalls ? { removeCalls: { ...removeCalls, reach: local(removeCalls.reach) } } : {}),
    ...(removeThinking ? { removeThinking: local(removeThinking) } : {}),
    ...(removeImages ? { removeImages: local(removeImages) } : {}),
    ...(truncate ? { truncate: truncate.map((one) => ({ ...one, reach: local(one.reach) })) } : {}),
  };
}

function reachTo(oldTo: number, session: CutSession): Reach {
  const turns = listTurns(session).filter((turn) => turn > 0);
  const old = turns.filter((turn) => turn <= oldTo).length;
  if (old === turns.length && oldTo >= 0) return { kind: 'all' };
  return { kind: 'keep', turns: turns.length - old };
}

function listSteps(cut: CutOptions): CutOptions[] {
  const { turns, removeCalls, removeThinking, thinkingOf, removeImages, imagesOf, scaleImages } = cut;
  const { drop, truncate } = cut;
  const steps: CutOptions[] = [];
  if (turns) steps.push({ turns });
  if (removeCalls) steps.push({ removeCalls });
  if (removeThinking) steps.push({ removeThinking, ...(thinkingOf ? { thinkingOf } : {}) });
  if (removeImages) steps.push({ removeImages, ...(imagesOf ? { imagesOf } : {}) });
  if (scaleImages) steps.push({ scaleImages });
  if (drop) steps.push({ drop });
  for (const one of truncate ?? []) steps.push({ truncate: [one] });
  return steps;
}

function reachesOf({ removeCalls, removeThinking, removeImages, truncate }: CutOptions): Reach[] {
  return [
    removeCalls?.reach,
    removeThinking,
    removeImages,
    ...(truncate ?? []).map(({ reach }) => reach),
  ].filter((reach) => reach !== undefined);
}
