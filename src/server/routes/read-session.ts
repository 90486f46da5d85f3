// A route that reads one session: checks what is asked, finds the session, and answers unless the browser has the answer.
import type { Context, Hono } from 'hono';
import type * as z from 'zod';
import { NOTHING, readQuery } from '../read-input.ts';
import { type ServerContext, sendCompared, sendFresh, sessionOf } from '../server-context.ts';
import type { StoredSession } from '../store/session-store.ts';

/** `path` is what follows the session's key; `query` what may stand behind the question mark. */
export function readSession<T extends z.ZodType>(
  app: Hono,
  context: ServerContext,
  path: string,
  query: T,
  make: (stored: StoredSession, asked: z.output<T>, c: Context) => Promise<unknown>,
): void {
  app.get(`/api/sessions/:key${path}`, async (c) => {
    const asked = readQuery(c, query);
    const stored = await sessionOf(c, context);
    return sendFresh(c, context, stored, () => make(stored, asked, c));
  });
}

/** The same for what the catalog, clew's records or other sessions have a say in: the browser may have it only if it is still the same. */
export function readWithOthers(
  app: Hono,
  context: ServerContext,
  path: string,
  make: (stored: StoredSession) => Promise<unknown>,
): void {
  app.get(`/api/sessions/:key${path}`, async (c) => {
    readQuery(c, NOTHING);
    return sendCompared(c, await make(await sessionOf(c, context)));
  });
}
