// Keeps the two panes and the address together: what one of them selects is shown in the other.
import { onLive } from '../../data/live.ts';
import type { FrameMessage, PaneMessage } from '../../data/pane.ts';
import { goTo, hrefOfSession, type Route, replaceRoute } from '../../data/route.ts';
import { afterMove, assignFrames, sharedParams, type TabPair } from './split-address.ts';
import { focusOtherPane, swapPanes, toggleSplit } from './split-state.ts';

type Move = Extract<PaneMessage, { readonly type: 'move' }>;

/** What a frame is known to show (what it said, or what it was told last), and how often it was told. */
interface Known {
  words: string;
  told: number;
}

const ACTS = { close: toggleSplit, swap: swapPanes, other: focusOtherPane } as const;

export class PaneLink {
  readonly frames: [HTMLIFrameElement | null, HTMLIFrameElement | null] = [null, null];
  readonly #session: string;
  #tabs: TabPair = ['', ''];
  #params: Route['params'] = {};
  /** The tab of each frame, whichever side it stands on. */
  #shown: TabPair | undefined;
  readonly #known: readonly [Known, Known] = [
    { words: '', told: 0 },
    { words: '', told: 0 },
  ];

  constructor(session: string) {
    this.#session = session;
  }

  /** The address says something; gives back which frame shows which tab. */
  read(tabs: TabPair, params: Route['params']): TabPair {
    this.#tabs = tabs;
    this.#params = sharedParams(params);
    this.#shown = assignFrames(this.#shown, tabs);
    return this.#shown;
  }

  /** Tells the frames what they do not show yet. */
  show(): void {
    for (const [i, tab] of (this.#shown ?? []).entries()) {
      const known = this.#known[i as 0 | 1];
      const words = wordsOf(tab, this.#params);
      if (known.words === words) continue;
      known.words = words;
      known.told++;
      this.#post(i, { type: 'show', number: known.told, tab, params: this.#params });
    }
  }

  /** Listens until it is called off. */
  start(): () => void {
    const listen = (event: MessageEvent<PaneMessage>) => {
      const frame = this.frames.findIndex((one) => one !== null && one.contentWindow === event.source);
      if (frame < 0 || event.origin !== globalThis.location.origin) return;
      const message = event.data;
      if (message.type === 'leave') goTo(message.href);
      else if (message.type === 'do') ACTS[message.what]();
      else if (message.type === 'move') this.#follow(message, frame as 0 | 1);
      else {
        this.#known[frame as 0 | 1].words = '';
        this.show();
      }
    };
    globalThis.addEventListener('message', listen);
    const stop = onLive((event) => {
      for (const frame of this.frames.keys()) this.#post(frame, { type: 'live', event });
    });
    return () => {
      globalThis.removeEventListener('message', listen);
      stop();
    };
  }

  #follow({ tab, params, step, seen }: Move, frame: 0 | 1): void {
    const own = this.#shown?.[frame];
    const known = this.#known[frame];
    // What it says by itself about something that is no longer selected would take the other pane back.
    if (own === undefined || (!step && seen < known.told)) return;
    known.words = wordsOf(own, params);
    const side = own === this.#tabs[0] ? 0 : 1;
    const [left, right] = afterMove(this.#tabs, side, tab);
    const href = hrefOfSession(this.#session, left, { ...sharedParams(params), split: right });
    if (step) goTo(href);
    else replaceRoute(href);
    // Who moves to what the other pane shows wants to go on there.
    if (tab !== own && this.#tabs.includes(tab)) this.frames[frame === 0 ? 1 : 0]?.focus();
  }

  #post(frame: number, message: FrameMessage): void {
    this.frames[frame]?.contentWindow?.postMessage(message, globalThis.location.origin);
  }
}

/** For comparing: the order of the parts says nothing. */
function wordsOf(tab: string, params: Route['params']): string {
  return JSON.stringify([tab, Object.entries(sharedParams(params)).sort()]);
}
