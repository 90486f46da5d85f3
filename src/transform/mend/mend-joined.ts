// Gives each object of a joined line a line of its own [L1].
import type { MendChange, Mended, MendedLine } from './mended-line.ts';

export function mendJoined(lines: readonly MendedLine[]): Mended {
  const changes: MendChange[] = [];
  const mended = lines.flatMap((one): MendedLine[] => {
    const { line } = one;
    if (line?.kind !== 'unreadable' || line.parts.length === 0) return [one];
    const count = line.parts.length;
    changes.push({
      kind: 'split-line',
      place: line.place,
      message: `Line ${line.place.line} held ${count === 1 ? 'a torn entry and a whole one' : `${count} entries`} without a newline between them; ${count === 1 ? 'the whole one has' : 'each has'} a line of its own now.`,
    });
    return line.parts.map(({ value }) => ({ line: undefined, value }));
  });
  return { lines: mended, changes };
}
