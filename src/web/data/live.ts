// What the server tells by itself: one stream of events for the whole page, opened with the first listener.
import { type ReadonlySignal, signal } from '@preact/signals';
import type { LiveEvent } from '../../server/api.ts';
import { isPane, onFrame } from './pane.ts';

type LiveType = LiveEvent['type'];
type Listener = (event: LiveEvent) => void;

const TYPES: readonly LiveType[] = [
  'hello',
  'sessionChanged',
  'rowsAppended',
  'sessionReady',
  'newSession',
  'compressProgress',
  'sessionGone',
  'catalogSynced',
];

const listeners = new Set<Listener>();
const state = signal<'off' | 'on' | 'lost'>('off');
let opened = false;

/** `lost`: the server went away; the browser keeps trying. */
export const liveState: ReadonlySignal<'off' | 'on' | 'lost'> = state;

export function onLive(listener: Listener): () => void {
  listeners.add(listener);
  if (!opened) openStream();
  opened = true;
  return () => {
    listeners.delete(listener);
  };
}

function openStream(): void {
  // A browser keeps six connections to a server: the panes of a split view hear what the page around them hears.
  if (isPane) onFrame((message) => message.type === 'live' && deliver(message.event));
  if (isPane || typeof EventSource === 'undefined') return;
  listen();
  // The stream ends with the page: one that is kept for the back button must not hold it, and opens another when it is back.
  globalThis.addEventListener('pageshow', ({ persisted }) => persisted && listen());
}

function listen(): void {
  const source = new EventSource('api/events');
  source.onopen = () => {
    state.value = 'on';
  };
  source.onerror = () => {
    state.value = 'lost';
  };
  for (const type of TYPES) {
    source.addEventListener(type, (message: MessageEvent<string>) => {
      const event = parseEvent(message.data);
      if (event) deliver(event);
    });
  }
  globalThis.addEventListener('pagehide', () => source.close(), { once: true });
}

function deliver(event: LiveEvent): void {
  for (const listener of [...listeners]) listener(event);
}

function parseEvent(data: string): LiveEvent | undefined {
  try {
    return JSON.parse(data) as LiveEvent;
  } catch {
    return undefined;
  }
}
