// What the server tells by itself: one stream of events for the whole page, opened with the first listener.
import { type ReadonlySignal, signal } from '@preact/signals';
import type { LiveEvent } from '../../server/api.ts';

type LiveType = LiveEvent['type'];
type Listener = (event: LiveEvent) => void;

const TYPES: readonly LiveType[] = [
  'hello',
  'sessionChanged',
  'rowsAppended',
  'sessionReady',
  'newSession',
  'sessionGone',
  'catalogSynced',
];

const listeners = new Set<Listener>();
const state = signal<'off' | 'on' | 'lost'>('off');
let stream: EventSource | undefined;

/** `lost`: the server went away; the browser keeps trying. */
export const liveState: ReadonlySignal<'off' | 'on' | 'lost'> = state;

export function onLive(listener: Listener): () => void {
  listeners.add(listener);
  if (!stream) stream = openStream();
  return () => {
    listeners.delete(listener);
  };
}

function openStream(): EventSource | undefined {
  if (typeof EventSource === 'undefined') return undefined;
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
      if (event) for (const listener of [...listeners]) listener(event);
    });
  }
  // The stream ends with the page; a page kept for the back button must not hold it open.
  globalThis.addEventListener('pagehide', () => source.close(), { once: true });
  return source;
}

function parseEvent(data: string): LiveEvent | undefined {
  try {
    return JSON.parse(data) as LiveEvent;
  } catch {
    return undefined;
  }
}
