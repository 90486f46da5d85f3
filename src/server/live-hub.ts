// Those who listen to live events, and what is told to all of them.
import type { LiveEvent } from './api.ts';

export type LiveListener = (event: LiveEvent) => void;

export class LiveHub {
  readonly #listeners = new Set<LiveListener>();

  readonly #closers = new Set<() => void>();

  get size(): number {
    return this.#listeners.size;
  }

  add(listener: LiveListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Called when the server stops: streams must end, or it never would. */
  onClose(listener: () => void): void {
    this.#closers.add(listener);
  }

  close(): void {
    for (const closer of this.#closers) closer();
    this.#closers.clear();
  }

  tell(event: LiveEvent): void {
    for (const listener of this.#listeners) listener(event);
  }
}
