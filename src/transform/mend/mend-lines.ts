// Takes out lines that no client can read: most pass them over, some fail on them, and older ones write on behind a torn one [L1].
import { countOf } from '../../base/format-number.ts';
import type { MendChange, Mended } from './mended-line.ts';

/** After joined lines were parted, which win back what can be won. */
export function mendLines(lines: Mended['lines']): Mended {
  const changes: MendChange[] = [];
  const kept = lines.filter(({ line, value }) => {
    if (line?.kind !== 'unreadable' || value !== undefined) return true;
    const { place } = line;
    changes.push({
      kind: 'drop-line',
      place,
      message: `Line ${place.line} (${countOf(place.length, 'byte')}) cannot be read, and was left out.`,
    });
    return false;
  });
  return { lines: kept, changes };
}
