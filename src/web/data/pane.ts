// The split view is two panes, each a page of its own in a frame: how a pane and the page around it talk.
import type { LiveEvent } from '../../server/api.ts';
import type { Route } from './route.ts';

/** What a pane tells the page around it. */
export type PaneMessage =
  /** It listens now: what was told before is lost. */
  | { readonly type: 'ready' }
  /** It selected something, or asks for another tab. `seen` is the last that it was shown. */
  | {
      readonly type: 'move';
      readonly tab: string;
      readonly params: Route['params'];
      /** A step in the history, not just what follows typing and scrolling. */
      readonly step: boolean;
      readonly seen: number;
    }
  /** Something outside of this session was asked for. */
  | { readonly type: 'leave'; readonly href: string }
  | { readonly type: 'do'; readonly what: 'close' | 'swap' | 'other' };

/** What the page around tells a pane. */
export type FrameMessage =
  | {
      readonly type: 'show';
      readonly number: number;
      readonly tab: string;
      readonly params: Route['params'];
    }
  | { readonly type: 'live'; readonly event: LiveEvent };

/** Whether this page is a pane. */
export const isPane: boolean =
  typeof document !== 'undefined' &&
  globalThis.parent !== globalThis.window &&
  new URLSearchParams(globalThis.location.search).has('pane');

export function tellFrame(message: PaneMessage): void {
  globalThis.parent.postMessage(message, globalThis.location.origin);
}

export function onFrame(listener: (message: FrameMessage) => void): void {
  globalThis.addEventListener('message', (event: MessageEvent<FrameMessage>) => {
    if (event.source === globalThis.parent && event.origin === globalThis.location.origin)
      listener(event.data);
  });
}
