// Those who listen to live events, and what is told to all of them.
import type { LiveEvent } from './api.ts';

interface Listener {
  readonly tell: (event: LiveEvent) => void;
  /** Called when the server stops: streams must end, or it never would. */
  readonly close: () => void;
}

export class LiveHub {
  readonly #listeners = new Set<Listener>();

  get size(): number {
    return this.#listeners.size;
  }

  /** Gives back how to stop. */
  add(listener: Listener): () => void {
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
