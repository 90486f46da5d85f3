// The stream of live events.
import type { Hono } from 'hono';
import { streamSSE } from 'hono/streaming';
import type { LiveEvent } from '../api.ts';
import { NOTHING, readQuery } from '../read-input.ts';
import type { ServerContext } from '../server-context.ts';

/** Keeps the connection from looking dead, and finds out where it is. */
const HEARTBEAT_MS = 20_000;
/** So many messages may wait for a listener that does not read, asleep or on purpose; then it is let go. */
export const MOST_WAITING = 1000;

export function eventsRoutes(app: Hono, { hub, version, now }: ServerContext): void {
  const started = now();
  app.get('/api/events', (c) => {
    readQuery(c, NOTHING);
    c.header('cache-control', 'no-store');
    c.header('x-accel-buffering', 'no');
    // Who asks for the head alone would never end a stream.
    if (c.req.method === 'HEAD') return c.body(null, 200, { 'content-type': 'text/event-stream' });
    const response = streamSSE(c, async (stream) => {
      let waiting = 0;
      const write = (text: string): void => {
        waiting++;
        if (waiting > MOST_WAITING) stream.abort();
        else void stream.write(text).then(() => waiting--);
      };
      const tell = (event: LiveEvent): void =>
        write(`event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`);
      tell({ type: 'hello', version, started });
      const beat = setInterval(() => write(': still here\n\n'), HEARTBEAT_MS);
      let remove: () => void = () => undefined;
      await new Promise<void>((close) => {
        stream.onAbort(close);
        remove = hub.add({ tell, close });
      });
      clearInterval(beat);
      remove();
    });
    // A stream that made room for another must not hold its connection.
    response.headers.set('connection', 'close');
    return response;
  });
}
