// Waits for a value that is still on its way from the server.
import { effect, type ReadonlySignal } from '@preact/signals';

export function whenThere<T>(signal: ReadonlySignal<T | undefined>): Promise<T> {
  return new Promise((done) => {
    const stop = effect(() => {
      const { value } = signal;
      if (value === undefined) return;
      done(value);
      // Not at once: where the value is there already, there is nothing yet to stop.
      queueMicrotask(() => stop());
    });
  });
}
