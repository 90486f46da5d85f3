// Names the lines that something stands on, for a sentence: no more than a few of them.
import { listSome } from '../base/list-some.ts';
import type { Place } from './line.ts';

const MOST_LINES = 3;

/** "line 5", "lines 5, 9 and 12", "lines 5, 9, 12 and 40 more". */
export function listLines(places: readonly { readonly place: Place }[]): string {
  const lines = [...new Set(places.map(({ place }) => place.line))];
  if (lines.length === 1) return `line ${lines[0]}`;
  if (lines.length > MOST_LINES) return `lines ${listSome(lines, MOST_LINES, String)}`;
  return `lines ${lines.slice(0, -1).join(', ')} and ${lines.at(-1)}`;
}
