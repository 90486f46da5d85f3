// Says what a person should know of how bands fell on a session.

import type { Placement } from '../transform/compress-place.ts';
import type { CompressChoice } from '../transform/compress-plan.ts';

export function chooseNotes(placement: Placement, choice: CompressChoice): string[] {
  const { step, steps, bandOf } = placement;
  const notes: string[] = [];
  if (step === 'exchange' && steps > 0)
    notes.push(`The session has few turns: the bands are of its ${steps} exchanges.`);
  const reached = bandOf.filter((band) => band !== undefined).length;
  if (reached === 0) {
    const what = step === 'turn' ? 'turns' : 'exchanges';
    notes.unshift(
      `the bands reach none of its ${steps} ${what} (the newest ${placement.protected} are protected)`,
    );
  } else if (choice.what.has('turns') && step === 'exchange' && !choice.asCompaction) {
    notes.push('Only turns that lie in a band as a whole become a summary.');
  }
  return notes;
}
