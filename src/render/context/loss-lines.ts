// What a resume would not load, grouped by reason, with the lines where it stands.
import { countOf } from '../../base/format-number.ts';
import { groupBy } from '../../base/group-by.ts';
import type { ResumePrediction } from '../../context/predict-resume.ts';
import type { Palette } from '../terminal/palette.ts';

export function lossLines({ lost }: ResumePrediction, palette: Palette): string[] {
  return [...groupBy(lost, ({ why }) => why)].map(
    ([why, same]) =>
      `  not sent: ${countOf(same.length, 'entry', 'entries')}, ${why} ${palette.faint(`(${describeLines(same.map(({ line }) => line))})`)}`,
  );
}

/** `line 7`, `lines 7–12`, `lines 7 … 120`. */
function describeLines(lines: readonly number[]): string {
  const sorted = [...lines].sort((a, b) => a - b);
  const [first, last] = [sorted[0] as number, sorted.at(-1) as number];
  if (first === last) return `line ${first}`;
  return last - first + 1 === sorted.length ? `lines ${first}–${last}` : `lines ${first} … ${last}`;
}
