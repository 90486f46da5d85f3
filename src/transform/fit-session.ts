// Chooses cuts by itself until a session fits a number of tokens: the gentlest first, and no more than it takes.
import { formatCount } from '../base/format-number.ts';
import { Refusal } from '../base/refusal.ts';
import type { TokenLedger } from '../context/tokens/attribute-tokens.ts';
import { uuidOf } from '../log/fields.ts';
import { type CutOptions, cutSession } from './cut.ts';
import type { Cut, CutSession } from './cut-session.ts';
import { finishSession } from './finish-session.ts';
import { type FitStep, listFitSteps } from './list-fit-steps.ts';
import { measureCut } from './measure-cut.ts';

/** What is left of a result or input that is out of date, and of one that is only large, in characters. */
const GIST = 80;
const EXCERPT = 1000;

/** How far below the target a cut may end before it is made smaller. */
const SLACK = 0.02;

export function fitSession(session: CutSession, target: number, ledger: TokenLedger): Cut {
  const measure = (cut: Cut) => measureCut(finishSession(cut.session, { title: '' }), ledger);
  const whole = measure({ session, changes: {} });
  if (whole.context.total <= target) return { session, changes: {} };
  const loaded = new Set(whole.prediction.entries.map((entry) => uuidOf(entry) ?? ''));
  const steps = listFitSteps(session, loaded);
  const apply = (taken: readonly FitStep[], last?: { step: FitStep; most: number }) =>
    cutSession(session, optionsOf(taken, last));
  const tokens = (cut: Cut) => measure(cut).context.total;
  const least = tokens(apply(steps));
  if (least > target) throw cannotFit(target, least, whole.context.byKind.system);
  return nearest(steps, target, apply, tokens);
}

type Apply = (taken: readonly FitStep[], last?: { step: FitStep; most: number }) => Cut;

/** How often a step that takes too much is passed over for finer ones behind it. */
const TRIES = 8;

function nearest(all: readonly FitStep[], target: number, apply: Apply, tokens: (cut: Cut) => number): Cut {
  let steps = all;
  let best: { cut: Cut; total: number } | undefined;
  for (let tries = 0; tries < TRIES; tries++) {
    const count = fewest(steps, (some) => tokens(apply(some)) <= target);
    if (count === undefined) break;
    const taken = steps.slice(0, count);
    const cut = softenLast(taken, target, apply, tokens);
    const total = tokens(cut);
    if (!best || total > best.total) best = { cut, total };
    if (total >= target * (1 - SLACK)) break;
    steps = steps.filter((step) => step !== taken.at(-1));
  }
  return best?.cut ?? apply(all);
}

/** How many steps from the front reach the target; undefined if all of them do not. */
function fewest(steps: readonly FitStep[], fits: (some: readonly FitStep[]) => boolean): number | undefined {
  if (!fits(steps)) return undefined;
  let [low, high] = [0, steps.length];
  while (low + 1 < high) {
    const middle = (low + high) >> 1;
    if (fits(steps.slice(0, middle))) high = middle;
    else low = middle;
  }
  return high;
}

// The last step may take far more than is needed: a large call is then shortened as little as will do.
function softenLast(
  steps: readonly FitStep[],
  target: number,
  apply: Apply,
  tokens: (cut: Cut) => number,
): Cut {
  let best = apply(steps);
  const step = steps.at(-1);
  if (!step || !('call' in step) || tokens(best) >= target * (1 - SLACK)) return best;
  const before = steps.slice(0, -1);
  let [fits, exceeds] = [step.kind === 'large-result' ? EXCERPT : GIST, step.call.size];
  while (exceeds - fits > GIST) {
    const most = Math.floor((fits + exceeds) / 2);
    const cut = apply(before, { step, most });
    const total = tokens(cut);
    if (total > target) {
      exceeds = most;
      continue;
    }
    fits = most;
    best = cut;
    if (total >= target * (1 - SLACK)) break;
  }
  return best;
}

function optionsOf(steps: readonly FitStep[], last?: { step: FitStep; most: number }): CutOptions {
  const calls = (kind: FitStep['kind']) =>
    new Set(steps.flatMap((step) => ('call' in step && step.kind === kind ? [step.call.id] : [])));
  const reach = { kind: 'all' } as const;
  const truncate = [
    { reach, ids: calls('stale-read'), most: GIST },
    { reach, ids: calls('superseded-edit'), most: GIST, inputs: true },
    { reach, ids: calls('large-result'), most: EXCERPT, inputs: true },
    ...(last && 'call' in last.step
      ? [{ reach, ids: new Set([last.step.call.id]), most: last.most, inputs: true }]
      : []),
  ];
  return {
    removeCalls: { reach, ids: calls('call') },
    removeThinking: reach,
    thinkingOf: new Set(steps.flatMap((step) => (step.kind === 'thinking' ? [step.messageId] : []))),
    removeImages: reach,
    imagesOf: new Set(steps.flatMap((step) => (step.kind === 'image' ? [step.uuid] : []))),
    truncate: truncate.filter(({ ids }) => ids.size > 0),
  };
}

function cannotFit(target: number, least: number, system: number): Refusal {
  const inside = system > 0 ? ` ${formatCount(system)} of them are the system prompt and the tools.` : '';
  return new Refusal(
    'cannot-fit',
    `The session cannot be made to fit ${formatCount(target)} tokens: with every old call, image and thought gone, the talk itself still takes ${formatCount(least)}.${inside}`,
    'Ask for more tokens, or leave turns out as well: --from-turn.',
  );
}
