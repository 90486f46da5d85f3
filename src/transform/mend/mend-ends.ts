// Mends both ends of a file: a byte order mark before the first line, a last line without its newline [L1].
import { isMarked } from '../../log/parse-line.ts';
import type { MendChange, Mended, MendedLine } from './mended-line.ts';

const MARK_BYTES = 3;

export function mendEnds(lines: readonly MendedLine[]): Mended {
  const changes: MendChange[] = [];
  const mended = [...lines];
  const first = lines[0]?.line;
  if (first && isMarked(first)) {
    mended[0] = { ...(lines[0] as MendedLine), line: { ...first, raw: first.raw.subarray(MARK_BYTES) } };
    changes.push({
      kind: 'byte-order-mark',
      place: first.place,
      message: 'The file began with a byte order mark; it begins with its first line now.',
    });
  }
  const last = lines.at(-1)?.line;
  // A torn line stays torn: what would end it is not known. Whatever is written ends in a newline.
  if (last?.kind === 'entry' && !last.terminated) {
    changes.push({
      kind: 'final-newline',
      place: last.place,
      message: `Line ${last.place.line}, the last, had no newline; it has one now.`,
    });
  }
  return { lines: mended, changes };
}
