// Where a picture that is too wide for the screen begins to be seen: at what one looks for first, not at its left edge.
import type { RefObject } from 'preact';
import { useLayoutEffect } from 'preact/hooks';

/** `at` is a part of the width, from 0 to 1; 1, the end, is what happened last. What is in sight already stays where it is. */
export function useScrollTo(box: RefObject<HTMLElement | null>, at: number): void {
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    const { scrollWidth, clientWidth, scrollLeft } = element;
    const wanted = at * scrollWidth;
    if (wanted < scrollLeft || wanted > scrollLeft + clientWidth)
      element.scrollLeft = wanted - clientWidth / 2;
  }, [box, at]);
}
