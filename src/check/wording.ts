// Words that many rules share: lists of lines, and the remedies.
import type { Place } from '../log/line.ts';

const SHOWN_LINES = 3;

/** "line 5", "lines 5, 9 and 12", "lines 5, 9, 12 and 40 more". */
export function listLines(places: readonly { readonly place: Place }[]): string {
  const lines = [...new Set(places.map(({ place }) => place.line))];
  const shown = lines.slice(0, SHOWN_LINES);
  if (lines.length === 1) return `line ${shown[0]}`;
  if (lines.length > SHOWN_LINES) return `lines ${shown.join(', ')} and ${lines.length - SHOWN_LINES} more`;
  return `lines ${shown.slice(0, -1).join(', ')} and ${shown.at(-1)}`;
}

/** Ids come from content: no more than a name's length of them is shown, and nothing that steers a terminal. */
export function shortId(id: string): string {
  const clean = id.replace(/[^\w.:@<>-]/g, '?');
  return clean.length > 40 ? `${clean.slice(0, 40)}…` : clean;
}

export function repairRemedy({ selector }: { readonly selector: string }): string {
  return `clew repair ${selector}`;
}

export function cloneRemedy({ selector }: { readonly selector: string }, flags = ''): string {
  return `clew clone ${selector} ${flags}`.trimEnd();
}

export const NOTHING_TO_DO = 'Nothing to do.';
