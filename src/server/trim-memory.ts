// Keeps a server that runs all day small: where much memory is held, what is no longer used is given back.
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Above this the engine is asked to collect; left alone, it lets garbage of read sessions grow to the size of the machine. */
const MANY_BYTES = 260_000_000;
const EVERY_MS = 4000;

/** Returns what stops it. */
export function trimMemory(): () => void {
  let collect: (() => void) | undefined;
  const timer = setInterval(() => {
    if (process.memoryUsage.rss() < MANY_BYTES) return;
    collect ??= exposeCollector();
    collect();
  }, EVERY_MS);
  timer.unref();
  return () => clearInterval(timer);
}

function exposeCollector(): () => void {
  setFlagsFromString('--expose-gc');
  const collect: unknown = runInNewContext('gc');
  setFlagsFromString('--no-expose-gc');
  return typeof collect === 'function' ? (collect as () => void) : () => undefined;
}
