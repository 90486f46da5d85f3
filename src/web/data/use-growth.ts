// Tells a page that its session has grown: at once, then with pauses, the longer the answers of a long session take.
import { useEffect, useRef } from 'preact/hooks';
import type { SessionSource } from './session-source.ts';

const PAUSE_MS = 2000;
/** A session is worked out anew for each answer: most of the time the server should be free. */
const PAUSE_TIMES = 5;

/** `grown` loads what is new; it must not fail. */
export function useGrowth(source: SessionSource, grown: () => Promise<unknown>): void {
  const latest = useRef(grown);
  latest.current = grown;
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let [busy, again, stopped] = [false, false, false];
    const run = async () => {
      if (busy) {
        again = true;
        return;
      }
      busy = true;
      const start = performance.now();
      await latest.current();
      if (stopped) return;
      const took = performance.now() - start;
      timer = setTimeout(
        () => {
          busy = false;
          if (again) {
            again = false;
            void run();
          }
        },
        Math.max(PAUSE_MS, took * PAUSE_TIMES),
      );
    };
    const stop = source.watch?.((event) => {
      if (event.type === 'rowsAppended' || event.type === 'sessionChanged') void run();
    });
    return () => {
      stopped = true;
      stop?.();
      clearTimeout(timer);
    };
  }, [source]);
}
