// The original bytes of what a transcript shows: its entries' own lines, in file order, as they stand in the file.
import type { Line } from '../log/line.ts';
import type { Thread } from '../session/session.ts';
import type { Turn } from '../session/turns.ts';

/** The lines of the turns' entries. With `beside`, also the unlinked lines that the whole branch shows. */
export function originalLines(thread: Thread, turns: readonly Turn[], beside: Iterable<Line> = []): Line[] {
  const shown = new Set<number>();
  for (const turn of turns) for (const entry of turn.entries) shown.add(entry.place.line);
  for (const line of beside) shown.add(line.place.line);
  return thread.lines.filter((line) => shown.has(line.place.line));
}
