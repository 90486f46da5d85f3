// Tells from the figures of a step what went out of the context: how much, why, and from which items.
import { expectedTokens } from './distribute.ts';
import type { MeasuredRequest, RequestSize } from './measure-requests.ts';
import type { Arrival, Step } from './split-steps.ts';
import type { DropCause, TokenWindow } from './token-window.ts';

/** A step with the context as it was before it. */
export interface StepScene {
  readonly window: TokenWindow;
  readonly step: Step;
  readonly request: MeasuredRequest;
}

/** The size of the answer, where its output tokens are final [M3]. */
export function anchorOf(previous: RequestSize): number | undefined {
  return previous.outputFinal ? previous.output : undefined;
}

/** Too small to be noise of the estimates: then something went out of the context. */
export function isShort(difference: number, expected: number, anchor: number | undefined): boolean {
  if (difference < 0) return true;
  const sure = Math.min(anchor ?? 0, expected);
  return difference < 0.9 * sure + 0.4 * (expected - sure) - NOISE;
}

const NOISE = 60;

/**
 * Whether the API left out the thinking of the turns before: older models do not read it again once the user speaks.
 * Decided by the figures: the difference must fit better without that thinking than with it.
 */
export function forgetsThinking(scene: StepScene, previous: MeasuredRequest, difference: number): boolean {
  const { window, step, request } = scene;
  if (step.contextEdit || step.clearedCalls || KEEPS_THINKING.test(request.model)) return false;
  const anchor = anchorOf(previous);
  const expected = expectedTokens(step.arrivals, anchor);
  // A prompt typed while the model works may have left no entry [U4]: then only a clear shortage tells of it.
  if (!step.opensTurn && !isShort(difference, expected, anchor)) return false;
  const others = step.arrivals.filter((arrival) => !isOwnThinking(arrival));
  const own = expected - expectedTokens(others, others.length === step.arrivals.length ? anchor : undefined);
  const forgotten = window.thinking + own;
  const shortage = expected - difference;
  const noise = NOISE + 0.15 * Math.max(0, expected - (anchor ?? 0));
  return forgotten > 0 && shortage > noise && Math.abs(shortage - forgotten) < shortage;
}

// Seen in the corpus: in 200 turns of these models the differences hold the earlier thinking to a few tokens; sonnet-4-5
// shrinks by it at each prompt.
export const KEEPS_THINKING: RegExp = /opus-4-[5-9]|sonnet-4-[6-9]|(?:opus|sonnet|haiku|fable)-[5-9]/;

export function isOwnThinking(arrival: Arrival): boolean {
  return arrival.ofAnswer && arrival.item.kind === 'thinking';
}

/** An answer that ran into the output limit is asked for again, and not sent: only the rest came in. */
export function isDiscarded(scene: StepScene, previous: MeasuredRequest, difference: number): boolean {
  const anchor = anchorOf(previous);
  if (anchor === undefined || anchor < 2 * NOISE || difference < 0 || difference >= anchor) return false;
  const rest = expectedTokens(
    scene.step.arrivals.filter((arrival) => !arrival.ofAnswer),
    undefined,
  );
  return difference <= 1.6 * rest + NOISE;
}

export function causeOf({ step, request }: StepScene): DropCause {
  if (step.clearedCalls) return 'microcompaction';
  if (step.contextEdit) return 'context-edit';
  return step.previous?.model === request.model ? 'unknown' : 'model-change';
}

/** Takes tokens out where the cause points to. What nobody logged can change without a trace: an unknown loss is taken there. */
export function takeLoss({ window, step, request }: StepScene, amount: number, cause: DropCause): number {
  const at = request.index;
  let taken = 0;
  if (cause === 'microcompaction') taken += window.takeResults(step.clearedCalls ?? [], amount, at, cause);
  if (cause === 'context-edit' && step.contextEdit === 'thinking')
    taken += window.take(amount, ['thinking'], at, cause);
  const named = cause === 'microcompaction' || cause === 'context-edit';
  const rest = amount - taken;
  return taken + window.take(rest, named ? NAMED_ORDER : UNNAMED_ORDER, at, cause);
}

const NAMED_ORDER = ['results', 'unlogged', 'system', 'any'] as const;
const UNNAMED_ORDER = ['unlogged', 'system', 'results', 'any'] as const;
