// Tells the style sheets how high the head of a session is: what sticks below it needs that, and its facts may wrap.
import type { RefObject } from 'preact';
import { useEffect, useState } from 'preact/hooks';

/** Draws again with every change. */
export function useHeadHeight(box: RefObject<HTMLElement | null>): void {
  const [, measured] = useState(0);
  useEffect(() => {
    if (!box.current) return undefined;
    const observer = new ResizeObserver(([entry]) => {
      const height = Math.round(entry?.target.getBoundingClientRect().height ?? 0);
      document.documentElement.style.setProperty('--head-all', `${height}px`);
      measured(height);
    });
    observer.observe(box.current);
    return () => observer.disconnect();
  }, [box]);
}
