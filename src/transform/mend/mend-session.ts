// Mends a damaged session by the smallest change for each problem, and lists every change.
import type { JsonObject } from '../../base/json.ts';
import type { Line } from '../../log/line.ts';
import type { ScaledImages } from '../scale-images.ts';
import { dropEmptied } from './drop-emptied.ts';
import { mendBeginning } from './mend-beginning.ts';
import { mendCalls } from './mend-calls.ts';
import { mendContent } from './mend-content.ts';
import { mendEnds } from './mend-ends.ts';
import { mendImages } from './mend-images.ts';
import { mendJoined } from './mend-joined.ts';
import { mendLines } from './mend-lines.ts';
import { mendLinks } from './mend-links.ts';
import { mendSilent } from './mend-silent.ts';
import { mendTimes } from './mend-times.ts';
import { type Mend, type MendChange, type Mended, startMending } from './mended-line.ts';

export interface MendOptions {
  readonly newUuid: () => string;
  readonly tooLarge: (image: JsonObject) => string | undefined;
  /** Smaller ones for images that are too large; without one, an image is replaced by a word. */
  readonly smaller?: ScaledImages;
}

/** Lines first, then times and links, so that what is lost can be found; then calls; contents; and what these leave behind. */
export function mendSession(lines: readonly Line[], options: MendOptions): Mended {
  const steps: readonly Mend[] = [
    mendEnds,
    mendJoined,
    mendLines,
    mendSilent,
    mendTimes,
    mendLinks,
    (before) => mendCalls(before, options.newUuid),
    (before) => mendImages(before, options.smaller ?? new Map(), options.tooLarge),
    (before) => mendContent(before, options.tooLarge),
    dropEmptied,
    (before) => mendBeginning(before, options.newUuid),
  ];
  let mended: Mended = { lines: startMending(lines), changes: [] };
  const changes: MendChange[] = [];
  for (const step of steps) {
    mended = step(mended.lines);
    // Not by spreading, which has an end: a file may have as many problems as lines.
    for (const change of mended.changes) changes.push(change);
  }
  return { lines: mended.lines, changes };
}
