// Which part of the axis is shown, and how it is moved and stretched.
import { useMemo, useState } from 'preact/hooks';
import type { TimeFold } from '../../../../render/timeline/fold-time.ts';
import type { View } from './gather-marks.ts';

export interface TimeView extends View {
  readonly show: (from: number, to: number) => void;
  readonly panTo: (from: number) => void;
  /** By less than 1 nearer, by more farther; the given place stays where it is. */
  readonly zoom: (by: number, around: number) => void;
  /** Moves so that a place is in view, if it is not. */
  readonly follow: (unit: number) => void;
}

const SHORTEST = 2000;

export function useTimeView(fold: TimeFold, first: (fold: TimeFold) => View): TimeView {
  const [view, setView] = useState<{ readonly fold: TimeFold; readonly view: View }>();
  const current = view?.fold === fold ? view.view : keep(view, fold, first);
  return useMemo(() => {
    const set = (from: number, to: number) => {
      const length = Math.min(Math.max(to - from, Math.min(SHORTEST, fold.length)), fold.length);
      const start = Math.min(Math.max(from, 0), fold.length - length);
      setView({ fold, view: { from: start, to: start + length } });
    };
    const { from, to } = current;
    return {
      from,
      to,
      show: set,
      panTo: (start) => set(start, start + (to - from)),
      zoom: (by, around) => {
        const length = Math.min(Math.max((to - from) * by, SHORTEST), fold.length);
        const start = around - ((around - from) / (to - from)) * length;
        set(start, start + length);
      },
      follow: (unit) => {
        if (unit >= from && unit <= to) return;
        const start = unit - (to - from) * 0.1;
        set(start, start + (to - from));
      },
    };
  }, [fold, current.from, current.to]);
}

// When idle time is folded or unfolded, or the session grows, the same moments stay in view; who looks at the end stays there.
function keep(
  before: { readonly fold: TimeFold; readonly view: View } | undefined,
  fold: TimeFold,
  first: (fold: TimeFold) => View,
): View {
  if (!before) return first(fold);
  const { view } = before;
  if (view.from === 0 && view.to === before.fold.length) return { from: 0, to: fold.length };
  if (
    view.to === before.fold.length &&
    before.fold.start === fold.start &&
    fold.length > before.fold.length
  ) {
    return { from: fold.length - (view.to - view.from), to: fold.length };
  }
  const from = fold.unitOf(before.fold.timeOf(view.from));
  const to = fold.unitOf(before.fold.timeOf(view.to));
  return { from, to: Math.min(Math.max(to, from + SHORTEST), fold.length) };
}
