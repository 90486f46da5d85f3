// Keeps of a plan's notes what is true of the plan as a whole. Each cut says why it changed nothing, but where a preset and
// single ticks ask for the same, the one that came first took it: beside a list of what goes, "nothing was removed" is false.
import type { Changes } from '../../transform/cut-session.ts';
import type { CutGroup } from '../api.ts';

interface Denial {
  /** How the note begins. */
  readonly says: string;
  /** The counts, and the group of what goes, that say otherwise. */
  readonly counts: readonly string[];
  readonly group?: CutGroup['what'];
}

const DENIALS: readonly Denial[] = [
  { says: 'No tool call was removed: ', counts: ['toolCalls'], group: 'removed' },
  { says: 'Nothing was shortened: ', counts: ['truncatedResults', 'truncatedInputs'], group: 'shortened' },
  { says: 'No thinking was removed: ', counts: ['thinkingBlocks'], group: 'thinking' },
  { says: 'No image was removed: ', counts: ['images'], group: 'images' },
  { says: 'No image was scaled: ', counts: ['scaledImages'] },
];
const SAVES_NOTHING = 'The tool calls removed stand before the last compaction';

/** `goes`: what goes, where it was listed. */
export function trueNotes(
  notes: readonly string[],
  changes: Changes,
  goes: readonly Pick<CutGroup, 'what' | 'tokens'>[] = [],
): string[] {
  const isDenied = ({ counts, group }: Denial) =>
    counts.some((name) => (changes[name] ?? 0) > 0) || goes.some(({ what }) => what === group);
  const frees = goes.some(({ what, tokens }) => what === 'removed' && tokens > 0);
  return [...new Set(notes)].filter(
    (note) =>
      !DENIALS.some((denial) => note.startsWith(denial.says) && isDenied(denial)) &&
      !(frees && note.startsWith(SAVES_NOTHING)),
  );
}
