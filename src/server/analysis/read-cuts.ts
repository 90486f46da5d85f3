// Turns the cuts that a page sends into those that the library takes.
import { Refusal } from '../../base/refusal.ts';
import type { CloneCuts } from '../../load/plan-clone.ts';
import type { CutOptions } from '../../transform/cut.ts';
import { PRESETS } from '../../transform/presets.ts';
import type { CutInput, CutStep } from '../api.ts';

export function readCuts({ preset, cuts = [], ...rest }: CutInput): CloneCuts {
  const named = preset === undefined ? undefined : PRESETS.find(({ name }) => name === preset);
  if (preset !== undefined && !named) {
    throw new Refusal(
      'bad-preset',
      `There is no preset “${preset}”.`,
      `There are ${PRESETS.map(({ name }) => name).join(', ')}.`,
    );
  }
  return { ...rest, cuts: [...(named ? [named.cut] : []), ...cuts.map(readStep)] };
}

export function readStep({ removeCalls, truncate, ...rest }: CutStep): CutOptions {
  return {
    ...rest,
    ...(removeCalls ? { removeCalls: withSet(removeCalls) } : {}),
    ...(truncate ? { truncate: truncate.map(withSet) } : {}),
  };
}

function withSet<T extends { readonly ids?: readonly string[] }>({
  ids,
  ...rest
}: T): Omit<T, 'ids'> & { readonly ids?: ReadonlySet<string> } {
  return ids === undefined ? rest : { ...rest, ids: new Set(ids) };
}
