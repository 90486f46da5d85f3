// The stream of live events.
import type { Hono } from 'hono';
import { streamSSE } from 'hono/streaming';
import { Refusal } from '../../base/refusal.ts';
import type { LiveEvent } from '../api.ts';
import { NOTHING, readQuery } from '../read-input.ts';
import type { ServerContext } from '../server-context.ts';

const MOST_LISTENERS = 64;
/** Keeps the connection from looking dead, and finds out where it is. */
const HEARTBEAT_MS = 20_000;

export function eventsRoutes(app: Hono, { hub, version, now }: ServerContext): void {
  const started = now();
  app.get('/api/events', (c) => {
    readQuery(c, NOTHING);
    if (hub.size >= MOST_LISTENERS)
      throw new Refusal('too-slow', 'Too many pages listen already.', 'Close some of them.');
    c.header('cache-control', 'no-store');
    c.header('x-accel-buffering', 'no');
    return streamSSE(c, async (stream) => {
      const tell = (event: LiveEvent) =>
        void stream.writeSSE({ event: event.type, data: JSON.stringify(event) });
      tell({ type: 'hello', version, started });
      const beat = setInterval(() => void stream.write(': still here\n\n'), HEARTBEAT_MS);
      let remove: () => void = () => undefined;
      await new Promise<void>((close) => {
        stream.onAbort(close);
        remove = hub.add({ tell, close });
      });
      clearInterval(beat);
      remove();
    });
  });
}
