// Routes for the notes that a person leaves on turns.
import type { Context, Hono } from 'hono';
import * as z from 'zod';
import { NOTE_LIMITS } from '../../base/note-limits.ts';
import { sendJson } from '../answer.ts';
import { idText, NOTHING, readBody, readPart, readQuery } from '../read-input.ts';
import { type ServerContext, sessionOf } from '../server-context.ts';

const NOTE = z.strictObject({
  turn: z.int().min(0).max(1e7),
  uuid: idText.exactOptional(),
  note: z.string().max(NOTE_LIMITS.text),
  labels: z.array(z.string().min(1).max(NOTE_LIMITS.label)).max(NOTE_LIMITS.labels).exactOptional(),
});

export function annotationsRoutes(app: Hono, context: ServerContext): void {
  const { annotator } = context;

  app.get('/api/annotations', async (c) => {
    readQuery(c, NOTHING);
    return sendJson(c, { annotations: await annotator.all() });
  });

  app.get('/api/sessions/:key/annotations', async (c) => {
    readQuery(c, NOTHING);
    const { session } = await sessionOf(c, context);
    return sendJson(c, { annotations: await annotator.read(session.sessionId) });
  });

  app.put('/api/sessions/:key/annotations/:id', async (c) => {
    const input = await readBody(c, NOTE);
    const { session, key } = await sessionOf(c, context);
    return sendJson(c, await annotator.put(session.sessionId, key, noteOf(c), input));
  });

  app.delete('/api/sessions/:key/annotations/:id', async (c) => {
    readQuery(c, NOTHING);
    const { session } = await sessionOf(c, context);
    await annotator.remove(session.sessionId, noteOf(c));
    return sendJson(c, { ok: true });
  });
}

function noteOf(c: Context): string {
  return readPart(c, 'id', idText, 'This is not the id of a note.');
}
