// Brings a row under the head of the page, fetching it and opening the agents around it first.
import type { RefObject } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { isHidden } from '../../../data/row-shape.ts';
import type { ThreadRows } from '../../../data/thread-rows.ts';
import type { TranscriptState } from '../../../data/transcript-state.ts';
import type { TranscriptHandle } from '../../../widgets/transcript/transcript-view.tsx';

interface ScrollOptions {
  readonly select: boolean;
  readonly align?: 'start' | 'center' | 'auto';
}

export async function scrollToRow(
  handle: RefObject<TranscriptHandle | null>,
  state: TranscriptState,
  rows: ThreadRows,
  index: number,
  { select, align = 'start' }: ScrollOptions,
): Promise<void> {
  await rows.need(index - 10, index + 40);
  const shown = shownRow(rows, index, state.everything.peek());
  if (select) state.selected.value = { rows, index: shown };
  newest++;
  const mine = newest;
  for (let attempt = 0; attempt < ATTEMPTS && mine === newest; attempt++) {
    const at = handle.current?.list.find(rows, shown);
    if (at === undefined) return;
    const before = globalThis.scrollY;
    handle.current?.view.scrollToIndex(at, { align });
    await settled();
    // Rows around it were guessed and are now measured: the way is gone again until nothing moves.
    if (Math.abs(globalThis.scrollY - before) < 2) return;
  }
}

const ATTEMPTS = 6;
/** A later jump, or a hand on the wheel, ends the ones before it. */
let newest = 0;
for (const event of ['wheel', 'touchstart']) {
  globalThis.addEventListener?.(event, () => newest++, { passive: true });
}

async function settled(): Promise<void> {
  await new Promise((done) => setTimeout(done, 60));
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
}

/** The row itself, or the nearest one behind it that is shown: the head of an empty opening is not. */
function shownRow(rows: ThreadRows, index: number, everything: boolean): number {
  for (let i = index; i < index + 40; i++) {
    const row = rows.at(i);
    if (!row) return index;
    if (!isHidden(rows, row, { everything, depth: rows.query.agent === undefined ? 0 : 1 })) return i;
  }
  return index;
}

/** The height of what sticks to the top: bar, head and tabs, or on narrow screens bar and rail. */
export function useAbove(): number {
  const [above, setAbove] = useState(160);
  useEffect(() => {
    const measure = () => {
      const head = document.querySelector<HTMLElement>('.head');
      const bar = document.querySelector<HTMLElement>('.bar')?.offsetHeight ?? 44;
      const rail = document.querySelector<HTMLElement>('.rail-h')?.offsetHeight ?? 0;
      const sticks = head !== null && getComputedStyle(head).position === 'sticky';
      const height = bar + (sticks ? head.offsetHeight : 0) + rail;
      document.documentElement.style.setProperty('--above', `${height}px`);
      setAbove(height);
    };
    measure();
    globalThis.addEventListener('resize', measure);
    return () => globalThis.removeEventListener('resize', measure);
  }, []);
  return above;
}
