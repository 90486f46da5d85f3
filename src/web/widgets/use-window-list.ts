// A long list that scrolls with the page: only what is near the screen is in the document.
import { useLayoutEffect, useReducer, useRef } from 'preact/hooks';
import { WindowList, type WindowListOptions } from './window-list.ts';

export function useWindowList(options: WindowListOptions): WindowList {
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  const list = useRef<WindowList | undefined>(undefined);
  list.current ??= new WindowList(options, () => redraw(undefined));
  list.current.options = options;
  useLayoutEffect(() => list.current?.watch(), []);
  useLayoutEffect(() => list.current?.measureDrawn());
  return list.current;
}
