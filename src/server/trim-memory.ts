// Keeps a server that runs all day small: where much memory is held, what is no longer used is given back.
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Above this the engine is asked to collect; left alone, it lets garbage of read sessions grow to the size of the machine. */
const MANY_BYTES = 260_000_000;
const EVERY_MS = 4000;

/** While nobody asks, what was added since the last time is looked through, too. */
const GROWN_BYTES = 30_000_000;

/** Returns what stops it. */
export function trimMemory(isQuiet: () => boolean): () => void {
  let after = 0;
  const timer = setInterval(() => {
    const bytes = process.memoryUsage.rss();
    if (bytes < MANY_BYTES && !(bytes > after + GROWN_BYTES && isQuiet())) return;
    collectGarbage();
    after = process.memoryUsage.rss();
  }, EVERY_MS);
  timer.unref();
  return () => clearInterval(timer);
}

let collector: (() => void) | undefined;

/** Looks through the whole heap at once, and gives what is free back to the system. */
export function collectGarbage(): void {
  collector ??= exposeCollector();
  collector();
}

function exposeCollector(): () => void {
  setFlagsFromString('--expose-gc');
  const collect: unknown = runInNewContext('gc');
  setFlagsFromString('--no-expose-gc');
  return typeof collect === 'function' ? (collect as () => void) : () => undefined;
}
