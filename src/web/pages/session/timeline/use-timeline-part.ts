// Loads the part of the timeline that is in view, as finely as it is drawn, and keeps what was seen before.
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { TimeFold } from '../../../../render/timeline/fold-time.ts';
import type { TimelineAnswer, TimelinePart } from '../../../../server/api.ts';
import { readApi } from '../../../data/api-client.ts';
import type { View } from './gather-marks.ts';

interface PartWish {
  readonly key: string;
  readonly timeline: TimelineAnswer;
  readonly fold: TimeFold;
  readonly view: View;
  readonly folded: boolean;
  readonly flame: boolean;
  readonly agents: number;
}

interface KnownPart {
  readonly mode: string;
  readonly part: TimelinePart;
  /** On the drawn axis. */
  readonly from: number;
  readonly to: number;
}

interface PartState {
  /** The finest that covers the view; undefined until there is one. */
  readonly part: TimelinePart | undefined;
  /** The facts of a view that is at rest. */
  readonly facts: TimelinePart['facts'] | undefined;
}

const MOST_KEPT = 24;
const REST_MS = 120;

export function useTimelinePart(wish: PartWish): PartState {
  const { key, timeline, fold, view, folded, flame, agents } = wish;
  const mode = `${folded} ${flame} ${agents}`;
  const [, refresh] = useState(0);
  const known = useRef<{ timeline: TimelineAnswer; parts: KnownPart[] }>({ timeline, parts: [] });
  if (known.current.timeline !== timeline || known.current.parts.length === 0) {
    const { part } = timeline;
    known.current = { timeline, parts: [{ mode: FIRST_MODE, part, from: 0, to: Number.POSITIVE_INFINITY }] };
  }
  const { parts } = known.current;
  const best = pick(parts, mode, view);
  const [from, to] = [Math.round(fold.timeOf(view.from)), Math.round(fold.timeOf(view.to))];
  const exact = parts.find(
    (one) => one.mode === mode && one.part.facts.from === from && one.part.facts.to === to,
  );
  const busy = useRef(false);
  const wanted = useRef<(() => void) | undefined>(undefined);
  const enough = best !== undefined && (best.part.grain === 0 || isFine(best, view));
  useEffect(() => {
    if (exact) return;
    const load = () => {
      if (busy.current) {
        wanted.current = load;
        return;
      }
      busy.current = true;
      const query = { from, to, folded, flame, agents };
      readApi('GET /api/sessions/:key/timeline/part', { parts: { key }, query })
        .then((part) => {
          if (known.current.timeline !== timeline) return;
          const kept = known.current.parts.filter((one, i) => i === 0 || one.part !== part);
          const [a, b] = [fold.unitOf(part.from), fold.unitOf(part.to)];
          known.current.parts = [
            ...kept.slice(0, 1),
            ...kept.slice(1).slice(-MOST_KEPT),
            { mode, part, from: a, to: b },
          ];
          refresh((count) => count + 1);
        })
        // What is known stays; the next move asks again.
        .catch(() => undefined)
        .finally(() => {
          busy.current = false;
          const next = wanted.current;
          wanted.current = undefined;
          next?.();
        });
    };
    const timer = setTimeout(load, enough ? REST_MS : 0);
    return () => {
      clearTimeout(timer);
      wanted.current = undefined;
    };
  }, [key, timeline, mode, from, to, exact === undefined, enough]);
  const last = useRef<TimelinePart['facts'] | undefined>(undefined);
  last.current = exact?.part.facts ?? last.current ?? best?.part.facts;
  return useMemo(() => ({ part: best?.part, facts: last.current }), [best?.part, last.current]);
}

/** What the first answer holds: all of it, folded, with ten agents. */
const FIRST_MODE = 'true false 10';

function isFine({ part }: KnownPart, view: View): boolean {
  return part.grain <= ((view.to - view.from) / 1600) * 2.6;
}

function pick(parts: readonly KnownPart[], mode: string, view: View): KnownPart | undefined {
  let best: KnownPart | undefined;
  for (const one of parts) {
    if (one.mode !== mode || one.from > view.from + 1 || one.to < view.to - 1) continue;
    if (!best || one.part.grain <= best.part.grain) best = one;
  }
  // Better the same stretch drawn coarsely than nothing; other modes have other rows.
  return best ?? parts.findLast((one) => one.mode === mode);
}
