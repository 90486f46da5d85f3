// Plans the copy as it is ticked together: the newest wish counts, the plan before it stays until the next is there.
import { useEffect, useRef, useState } from 'preact/hooks';
import type {
  CompressInput,
  CompressPlanAnswer,
  CutCost,
  CutInput,
  CutPlanAnswer,
} from '../../../../server/api.ts';
import { writeApi } from '../../../data/api-client.ts';

export type Job =
  | { readonly kind: 'cut'; readonly input: CutInput }
  | { readonly kind: 'compress'; readonly input: CompressInput };

export interface Planned {
  readonly title: string;
  readonly tokens: CutPlanAnswer['tokens'];
  readonly byKind: CutPlanAnswer['byKind'];
  readonly turns: CutPlanAnswer['turns'];
  readonly cost: CutCost;
  readonly notes: readonly string[];
  readonly cut: CutPlanAnswer | undefined;
  readonly compress: CompressPlanAnswer | undefined;
}

export interface PlanState {
  readonly plan: Planned | undefined;
  readonly failure: unknown;
  /** The plan is of an earlier wish. */
  readonly busy: boolean;
}

const QUIET_MS = 150;

export function usePlan(key: string, job: Job): PlanState {
  const [state, setState] = useState<PlanState>({ plan: undefined, failure: undefined, busy: true });
  const first = useRef(true);
  const wish = JSON.stringify(job);
  useEffect(() => {
    let current = true;
    setState((before) => ({ ...before, failure: undefined, busy: true }));
    const start = () =>
      planJob(key, JSON.parse(wish) as Job).then(
        (plan) => current && setState({ plan, failure: undefined, busy: false }),
        (failure) => current && setState({ plan: undefined, failure, busy: false }),
      );
    // The first plan is wanted at once; later ones wait for the hand to rest.
    const wait = setTimeout(start, first.current ? 0 : QUIET_MS);
    first.current = false;
    return () => {
      current = false;
      clearTimeout(wait);
    };
  }, [key, wish]);
  return state;
}

async function planJob(key: string, job: Job): Promise<Planned> {
  if (job.kind === 'cut') {
    const cut = await writeApi('POST /api/sessions/:key/cut/plan', { key }, job.input);
    return { ...cut, cut, compress: undefined };
  }
  const compress = await writeApi('POST /api/sessions/:key/compress/plan', { key }, job.input);
  return { ...compress, cost: compress.resumeCost, cut: undefined, compress };
}
