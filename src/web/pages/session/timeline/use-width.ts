// The width that an element has, kept up to date: charts are redrawn at it, never scaled.
import type { RefObject } from 'preact';
import { useLayoutEffect, useState } from 'preact/hooks';

export function useWidth(box: RefObject<HTMLElement | null>, least: number): number {
  const [width, setWidth] = useState(least);
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    const read = () => setWidth(Math.max(Math.floor(element.clientWidth), least));
    read();
    const watcher = new ResizeObserver(read);
    watcher.observe(element);
    return () => watcher.disconnect();
  }, [box, least]);
  return width;
}
