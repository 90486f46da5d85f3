// Brings a row under the head of the page, fetching it and opening the agents around it first.
import type { RefObject } from 'preact';
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
  newest++;
  const mine = newest;
  await rows.need(index - 10, index + 40);
  if (mine !== newest) return;
  const shown = shownRow(rows, index, state.everything.peek());
  if (select) state.selected.value = { rows, index: shown };
  const start = performance.now();
  let calm = 0;
  // Rows around it were guessed and are measured as they are drawn: the way is gone again until nothing moves any more. What
  // counts is where the page is, not that it stopped: a measurement may have thrown it back to where it was.
  while (mine === newest && calm < CALM_FRAMES && performance.now() - start < MOST_MS) {
    const now = handle.current;
    const at = now?.list.find(rows, shown);
    const offset = at === undefined ? undefined : now?.view.offsetOf(at, align);
    if (!now || offset === undefined) {
      // The list hears of new rows with its next drawing.
      await nextFrame();
      continue;
    }
    const lowest = document.documentElement.scrollHeight - globalThis.innerHeight;
    const target = Math.max(0, Math.min(offset, lowest));
    if (Math.abs(globalThis.scrollY - target) < 2) calm++;
    else {
      calm = 0;
      globalThis.scrollTo(0, target);
    }
    await nextFrame();
  }
}

const CALM_FRAMES = 6;
const MOST_MS = 4000;
/** A later jump, or a hand on the wheel, ends the ones before it. */
let newest = 0;
for (const event of ['wheel', 'touchstart']) {
  globalThis.addEventListener?.(event, () => newest++, { passive: true });
}

/** Also where frames are not drawn, as in a tab that is not looked at. */
function nextFrame(): Promise<void> {
  return new Promise((done) => {
    const late = setTimeout(done, 100);
    requestAnimationFrame(() => {
      clearTimeout(late);
      done();
    });
  });
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
