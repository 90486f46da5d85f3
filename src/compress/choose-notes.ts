// Says what a person should know of how bands fell on a session.
import type { Placement } from '../transform/compress-place.ts';
import type { CompressChoice } from '../transform/compress-plan.ts';

/** One sentence each. */
export function chooseNotes({ step, steps }: Placement, choice: CompressChoice): string[] {
  if (step === 'turn') return [];
  const notes = [`The session has few turns: the bands are of its ${steps} exchanges.`];
  if (choice.what.has('turns') && !choice.asCompaction)
    notes.push('Only turns that lie in a band as a whole become a summary.');
  return notes;
}

/** Why there is nothing to shorten, as the end of a sentence. */
export function whyNothing(placement: Placement, { atLeast }: CompressChoice): string {
  const { step, steps, bandOf } = placement;
  const reached = bandOf.filter((band) => band !== undefined).length;
  if (reached > 0) return `no text of the kind in the bands has ${atLeast} tokens or more`;
  if (steps === 0) return 'a resume loads no turn of it';
  return `the bands reach none of its ${steps} ${step}s (the newest ${placement.protected} are protected)`;
}
