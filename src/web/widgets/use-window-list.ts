// A long list that scrolls with the page: only what is near the screen is in the document.
import {
  observeWindowOffset,
  observeWindowRect,
  Virtualizer,
  type VirtualizerOptions,
  windowScroll,
} from '@tanstack/virtual-core';
import type { RefObject } from 'preact';
import { useLayoutEffect, useReducer, useRef } from 'preact/hooks';

export type WindowList = Virtualizer<Window, HTMLElement>;

export interface WindowListOptions {
  readonly count: number;
  readonly estimate: (index: number) => number;
  /** The same function for as long as the items are the same: another one has all of them measured anew. */
  readonly keyOf: (index: number) => string | number;
  /** The element that the list stands in: where it begins on the page. */
  readonly box: RefObject<HTMLElement | null>;
  /** Height of what sticks to the top and hides the list under it. */
  readonly above: number;
  readonly overscan?: number;
}

export function useWindowList(options: WindowListOptions): WindowList {
  const [, refresh] = useReducer((count: number) => count + 1, 0);
  const margin = useRef(0);
  const full: VirtualizerOptions<Window, HTMLElement> = {
    count: options.count,
    estimateSize: options.estimate,
    getItemKey: options.keyOf,
    getScrollElement: () => globalThis.window,
    observeElementRect: observeWindowRect,
    observeElementOffset: observeWindowOffset,
    scrollToFn: windowScroll,
    initialOffset: () => globalThis.scrollY,
    initialRect: { width: globalThis.innerWidth, height: globalThis.innerHeight },
    overscan: options.overscan ?? 8,
    scrollMargin: margin.current,
    scrollPaddingStart: options.above,
    // Measurements arrive while the browser lays out: drawing at once would loop, so the next frame has to do.
    useAnimationFrameWithResizeObserver: true,
    onChange: (_, sync) => {
      if (sync) refresh(undefined);
      else queueMicrotask(() => refresh(undefined));
    },
  };
  const list = useRef<WindowList | undefined>(undefined);
  list.current ??= new Virtualizer(full);
  list.current.setOptions(full);
  // What lies above the text that is read may turn out higher or lower than thought: the text must not move for it.
  list.current.shouldAdjustScrollPositionOnItemSizeChange = (item, _, { scrollOffset }) =>
    item.end <= (scrollOffset ?? 0) + options.above && isThere(scrollOffset ?? 0);
  useLayoutEffect(() => list.current?._didMount(), []);
  useLayoutEffect(() => {
    const top = options.box.current?.getBoundingClientRect().top;
    const now = top === undefined ? 0 : Math.round(top + globalThis.scrollY);
    if (now !== margin.current) {
      margin.current = now;
      refresh(undefined);
    }
    list.current?._willUpdate();
  });
  return list.current;
}

// The list learns of a scroll by an event, a frame later. Adjusting by what it believed before would take the page back there.
function isThere(offset: number): boolean {
  return Math.abs(globalThis.scrollY - offset) < 2;
}
