// Those who listen to live events, and what is told to all of them.
import type { LiveEvent } from './api.ts';

interface Listener {
  readonly tell: (event: LiveEvent) => void;
  /** Called when the server stops: streams must end, or it never would. */
  readonly close: () => void;
}

/** Far more pages than anyone has open; a browser keeps six connections to a server. */
export const MOST_LISTENERS = 64;

export class LiveHub {
  readonly #listeners = new Set<Listener>();

  get size(): number {
    return this.#listeners.size;
  }

  /** Gives back how to stop. Where there are too many, the oldest makes room: a page that is still there comes back by itself. */
  add(listener: Listener): () => void {
    const [oldest] = this.#listeners;
    if (oldest && this.#listeners.size >= MOST_LISTENERS) {
      this.#listeners.delete(oldest);
      oldest.close();
    }
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  close(): void {
    for (const { close } of this.#listeners) close();
  }

  tell(event: LiveEvent): void {
    for (const listener of this.#listeners) listener.tell(event);
  }
}
