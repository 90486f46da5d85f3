// Routes for the files that a session touched.
import type { Hono } from 'hono';
import * as z from 'zod';
import { sendJson } from '../answer.ts';
import { countText, folderText, NOTHING, readBody } from '../read-input.ts';
import { type ServerContext, sessionOf } from '../server-context.ts';
import { readSession } from './read-session.ts';

const DIFF = z.strictObject({
  path: folderText,
  from: countText.exactOptional(),
  to: countText.exactOptional(),
});
const RESTORE = z.strictObject({ path: folderText, version: z.int().min(1).max(1e6) });

export function filesRoutes(app: Hono, context: ServerContext): void {
  const { desk } = context;

  readSession(app, context, '/files', NOTHING, (stored) => desk.analyseText(stored, 'files'));
  readSession(app, context, '/files/diff', DIFF, (stored, query) => desk.analyse(stored, 'fileDiff', query));

  app.post('/api/sessions/:key/files/restore', async (c) => {
    const input = await readBody(c, RESTORE);
    const stored = await sessionOf(c, context);
    return sendJson(c, await desk.analyse(stored, 'fileRestore', input));
  });
}
