// What a person wants of the copy, as the page holds it, and what is sent to the server for it.
import type { CutChoice, CutInput, CutOverview, CutStep, Reach } from '../../../../server/api.ts';
import type { TurnSpan } from './turn-ranges.ts';

/** `remove` takes a call out with its result; a number leaves that many characters of the result. */
export type How = 'remove' | number;

export type Mode = 'hand' | 'fit' | 'compress';

export type Where =
  | { readonly kind: 'all' }
  | { readonly kind: 'keep'; readonly turns: number }
  | { readonly kind: 'chosen'; readonly turns: readonly TurnSpan[] };

export interface CutWish {
  readonly mode: Mode;
  readonly preset: string | undefined;
  /** Ids of choices and what-ifs. */
  readonly ticked: ReadonlySet<string>;
  /** By tool; those that are not named are removed. */
  readonly how: Readonly<Record<string, How>>;
  readonly where: Where;
  readonly fit: number | undefined;
  /** First and last turn that stay. */
  readonly from: number | undefined;
  readonly to: number | undefined;
  readonly leaf: string | undefined;
  readonly uncompact: number;
  readonly markers: boolean;
  readonly title: string;
}

export function firstWish(
  overview: CutOverview,
  take: string | undefined,
  leaf: string | undefined,
): CutWish {
  const known = new Set([...overview.choices, ...overview.whatIfs].map(({ id }) => id));
  const taken = (take ?? '').split(',').filter((id) => known.has(id));
  const ticked = new Set(taken.flatMap((id) => (id === 'tools' ? toolIds(overview) : [id])));
  return {
    mode: 'hand',
    preset: undefined,
    ticked,
    how: {},
    where: { kind: 'all' },
    fit: undefined,
    from: undefined,
    to: undefined,
    leaf,
    uncompact: 1,
    markers: false,
    title: '',
  };
}

/** What a copy is first fitted to: half of the session, or as near to it as leaves some of what can go. */
export function fitFor({ tokens, choices }: CutOverview): number {
  const freed = choices
    .filter(({ id }) => FITTED.has(id))
    .reduce((sum, choice) => sum - Math.min(choice.tokens, 0), 0);
  return Math.max(1, Math.ceil(Math.max(tokens / 2, tokens - 0.8 * freed) / 1000)) * 1000;
}

/** What fitting takes away: answers and the system prompt stay. */
const FITTED: ReadonlySet<string> = new Set(['tools', 'thinking', 'images']);

/** The choices that are no tools and not the group of them, and the what-ifs that are not among the choices. */
export function plainChoices({ choices, whatIfs }: CutOverview): {
  readonly clever: readonly CutChoice[];
  readonly tools: readonly CutChoice[];
  readonly kinds: readonly CutChoice[];
} {
  const ids = new Set(choices.map(({ id }) => id));
  return {
    clever: whatIfs.filter(({ id }) => !ids.has(id)),
    tools: choices.filter(({ parent }) => parent === 'tools'),
    kinds: choices.filter(({ id, parent }) => parent === undefined && id !== 'tools'),
  };
}

export function toolIds({ choices }: Pick<CutOverview, 'choices'>): readonly string[] {
  return choices.filter(({ parent }) => parent === 'tools').map(({ id }) => id);
}

export function toggle(wish: CutWish, ids: readonly string[], on: boolean): CutWish {
  const ticked = new Set(wish.ticked);
  for (const id of ids) {
    if (on) ticked.add(id);
    else ticked.delete(id);
  }
  return { ...wish, ticked };
}

/** What is asked of the server; `fit` and `preset` only where they are shown. */
export function inputOf(overview: CutOverview, wish: CutWish): CutInput {
  const { preset, leaf, title, mode, fit } = wish;
  const steps = stepsOf(overview, wish);
  const uncompact = wish.ticked.has('uncompact') && leaf === undefined;
  return {
    ...(leaf === undefined ? {} : { leaf }),
    ...(uncompact ? { uncompact: wish.uncompact } : {}),
    ...(mode === 'hand' && preset !== undefined ? { preset } : {}),
    ...(steps.length === 0 ? {} : { cuts: steps }),
    ...(mode === 'fit' && fit !== undefined ? { fit } : {}),
    ...(title.trim() === '' ? {} : { title: title.trim() }),
  };
}

function stepsOf(overview: CutOverview, wish: CutWish): CutStep[] {
  const { ticked, from, to, markers } = wish;
  const steps: CutStep[] = [];
  if (from !== undefined || to !== undefined) {
    steps.push({ turns: { ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) } });
  }
  const { clever, kinds } = plainChoices(overview);
  for (const { id, step } of [...clever, ...kinds]) if (step && ticked.has(id)) steps.push(step);
  steps.push(...toolSteps(overview, wish));
  return steps.map((step) => within(marked(step, markers), wish.where));
}

/** What is done with the calls of a tool. It can have any name, also one that every object has. */
export function howFor({ how }: Pick<CutWish, 'how'>, tool: string): How {
  return (Object.hasOwn(how, tool) ? how[tool] : undefined) ?? 'remove';
}

function toolSteps(overview: CutOverview, wish: CutWish): CutStep[] {
  const all = plainChoices(overview).tools;
  const chosen = all.filter(({ id }) => wish.ticked.has(id));
  const byHow = new Map<How, string[]>();
  for (const { label } of chosen) {
    const way = howFor(wish, label);
    byHow.set(way, [...(byHow.get(way) ?? []), label]);
  }
  return [...byHow].map(([way, names]): CutStep => {
    // Without names it is also about tools that are too small to be listed.
    const tools = names.length === all.length ? {} : { tools: names };
    const reach = { kind: 'all' } as const;
    return way === 'remove'
      ? { removeCalls: { reach, ...tools } }
      : { truncate: [{ reach, most: way, inputs: true, ...tools }] };
  });
}

function marked(step: CutStep, markers: boolean): CutStep {
  return markers && step.removeCalls ? { ...step, removeCalls: { ...step.removeCalls, markers } } : step;
}

// A cut that says itself how far it reaches keeps to that.
function within(step: CutStep, where: Where): CutStep {
  if (where.kind === 'all' || step.turns) return step;
  if (where.kind === 'chosen') return { ...step, inTurns: where.turns };
  const reach = (own: Reach): Reach => (own.kind === 'all' ? where : own);
  const { removeCalls, truncate, removeThinking, removeImages, scaleImages } = step;
  return {
    ...step,
    ...(removeCalls ? { removeCalls: { ...removeCalls, reach: reach(removeCalls.reach) } } : {}),
    ...(truncate ? { truncate: truncate.map((one) => ({ ...one, reach: reach(one.reach) })) } : {}),
    ...(removeThinking ? { removeThinking: reach(removeThinking) } : {}),
    ...(removeImages ? { removeImages: reach(removeImages) } : {}),
    ...(scaleImages ? { scaleImages: { ...scaleImages, reach: reach(scaleImages.reach) } } : {}),
  };
}
