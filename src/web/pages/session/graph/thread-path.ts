// The path of a thread of the graph, on lines that may have been pushed apart by opened rows.
import type { GraphThread } from '../../../../server/api.ts';
import type { GraphLines } from './graph-lines.ts';

export const ROW = 30;

export function middleOf(line: number): number {
  return line * ROW + ROW / 2;
}

export function threadPath({ from, to, x, way, knot, returns }: GraphThread, lines: GraphLines): string {
  const [top, end] = [middleOf(lines.lineOf(from)), middleOf(lines.lineOf(to))];
  if (knot !== undefined) {
    // An agent parts at its turn and comes back at the next knot; one that never came back ends in its own.
    const own = middleOf(lines.lineOf(knot));
    const out = `M${x} ${top}C${x} ${top + 16} ${way} ${top + 6} ${way} ${top + 26}V${own}`;
    return returns ? `${out}V${end - 26}C${way} ${end - 6} ${x} ${end - 16} ${x} ${end}` : out;
  }
  if (x === way) return `M${x} ${top}V${end}`;
  return `M${x} ${top}C${x} ${top + 26} ${way} ${top + 8} ${way} ${top + ROW}V${end}`;
}
