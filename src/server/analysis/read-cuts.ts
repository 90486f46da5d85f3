// Turns the cuts that a page sends into those that the library takes.
import { Refusal } from '../../base/refusal.ts';
import type { OpenSession } from '../../load/open-session.ts';
import type { CloneCuts } from '../../load/plan-clone.ts';
import { messageIdOf, uuidOf } from '../../log/fields.ts';
import { listCalls } from '../../transform/choose-calls.ts';
import type { CutOptions } from '../../transform/cut.ts';
import { layOutSession } from '../../transform/lay-out-session.ts';
import { PRESETS } from '../../transform/presets.ts';
import type { CutInput, CutStep } from '../api.ts';

export function readCuts({ preset, cuts = [], ...rest }: CutInput, open: OpenSession): CloneCuts {
  const named = preset === undefined ? undefined : PRESETS.find(({ name }) => name === preset);
  if (preset !== undefined && !named) {
    throw new Refusal(
      'bad-preset',
      `There is no preset “${preset}”.`,
      `There are ${PRESETS.map(({ name }) => name).join(', ')}.`,
    );
  }
  let things: TurnThings | undefined;
  const listThings = () => (things ??= listTurnThings(open, rest.leaf));
  const steps = cuts.map((step) => readStep(step, listThings));
  // Turns go first, so that a preset's shares are of those that stay.
  const excerpts = steps.filter(({ turns }) => turns).map(({ turns }) => ({ turns }) as CutOptions);
  const others = steps.map(({ turns: _, ...step }) => step).filter((step) => Object.keys(step).length > 0);
  return { ...rest, cuts: [...excerpts, ...(named ? [named.cut] : []), ...others] };
}

function readStep(step: CutStep, listThings: () => TurnThings): CutOptions {
  // Images are made smaller before: see `prepareCuts`.
  const { removeCalls, truncate, inTurns, scaleImages: _, ...rest } = step;
  const only = inTurns ? pickThings(listThings(), inTurns) : undefined;
  return {
    ...rest,
    ...(removeCalls ? { removeCalls: withSet(removeCalls, only?.calls) } : {}),
    ...(truncate ? { truncate: truncate.map((one) => withSet(one, only?.calls)) } : {}),
    ...(only ? { thinkingOf: only.answers, imagesOf: only.entries } : {}),
  };
}

function withSet<T extends { readonly ids?: readonly string[] }>(
  { ids, ...rest }: T,
  only: ReadonlySet<string> | undefined,
): Omit<T, 'ids'> & { readonly ids?: ReadonlySet<string> } {
  if (ids === undefined) return only === undefined ? rest : { ...rest, ids: only };
  return { ...rest, ids: new Set(only === undefined ? ids : ids.filter((id) => only.has(id))) };
}

interface TurnThings {
  readonly calls: readonly (readonly [turn: number, id: string])[];
  readonly answers: TurnThings['calls'];
  readonly entries: TurnThings['calls'];
}

function listTurnThings({ thread }: OpenSession, leaf: string | undefined): TurnThings {
  const items = layOutSession(thread, leaf).session.items.filter(({ role }) => role === 'chain');
  const named = (nameOf: (entry: NonNullable<(typeof items)[number]['entry']>) => string | undefined) =>
    items.map(({ turn, entry }) => [turn, (entry && nameOf(entry)) ?? ''] as const);
  return {
    calls: listCalls(items).map(({ turn, id }) => [turn, id]),
    answers: named(messageIdOf),
    entries: named(uuidOf),
  };
}

function pickThings(things: TurnThings, ranges: NonNullable<CutStep['inTurns']>) {
  const known = new Map<number, boolean>();
  const isIn = (turn: number): boolean => {
    const inside = known.get(turn) ?? ranges.some(({ from, to }) => turn >= from && turn <= to);
    known.set(turn, inside);
    return inside;
  };
  const pick = (list: TurnThings['calls']) =>
    new Set(list.flatMap(([turn, id]) => (id !== '' && isIn(turn) ? [id] : [])));
  return { calls: pick(things.calls), answers: pick(things.answers), entries: pick(things.entries) };
}
