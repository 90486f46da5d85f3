// Tells a page that its session has grown: at once, then not more often than every two seconds while it goes on.
import { useEffect, useRef } from 'preact/hooks';
import type { SessionSource } from '../../../data/session-source.ts';

const PAUSE_MS = 2000;

export function useGrowth(source: SessionSource, grown: () => void): void {
  const latest = useRef(grown);
  latest.current = grown;
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let again = false;
    const run = () => {
      if (timer !== undefined) {
        again = true;
        return;
      }
      latest.current();
      timer = setTimeout(() => {
        timer = undefined;
        if (again) {
          again = false;
          run();
        }
      }, PAUSE_MS);
    };
    const stop = source.watch?.((event) => {
      if (event.type === 'rowsAppended' || event.type === 'sessionChanged') run();
    });
    return () => {
      stop?.();
      clearTimeout(timer);
    };
  }, [source]);
}
