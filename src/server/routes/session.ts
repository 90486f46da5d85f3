// Routes for reading one session: head, peek, turns, rows, texts, pictures, raw lines, finding.
import type { Context, Hono } from 'hono';
import * as z from 'zod';
import { sendJson } from '../answer.ts';
import { QuickRows } from '../model/quick-rows.ts';
import {
  countText,
  flagText,
  idText,
  integerText,
  readPart,
  readQuery,
  THREAD_FIELDS,
} from '../read-input.ts';
import type { RowImage } from '../rows-view.ts';
import { type ServerContext, sendFresh, sessionOf } from '../server-context.ts';
import { makeHead, makePeek } from '../session-head.ts';
import { readSession, readWithOthers } from './read-session.ts';

const THREAD = z.strictObject(THREAD_FIELDS);

const ROWS = z.strictObject({
  ...THREAD_FIELDS,
  turn: z
    .string()
    .regex(/^\d{1,7}(?:\.\.\d{1,7})?$/, 'A number, or two with two dots between them.')
    .exactOptional(),
  from: integerText.exactOptional(),
  count: countText.exactOptional(),
  line: countText.exactOptional(),
  uuid: idText.exactOptional(),
  most: countText.refine((most) => most >= 256 && most <= 65_536, 'From 256 to 65536.').exactOptional(),
});

const TEXT = z.strictObject({
  ...THREAD_FIELDS,
  path: z.string().max(1000),
  offset: countText.exactOptional(),
  length: countText.exactOptional(),
});

const FIND = z.strictObject({
  ...THREAD_FIELDS,
  q: z.string().min(1).max(500),
  regex: flagText.exactOptional(),
  caseSensitive: flagText.exactOptional(),
  kinds: z
    .string()
    .max(200)
    .regex(/^[a-z,-]+$/, 'Kinds of rows, with commas.')
    .exactOptional(),
  limit: countText.exactOptional(),
});

export function sessionRoutes(app: Hono, context: ServerContext): void {
  const { desk } = context;
  const quickRows = new QuickRows();

  readWithOthers(app, context, '', (stored) => makeHead(stored, desk));
  readWithOthers(app, context, '/peek', (stored) => makePeek(stored, desk));
  readSession(app, context, '/turns', THREAD, (stored, query) => desk.askText(stored, 'turns', query));

  app.get('/api/sessions/:key/rows', async (c) => {
    const query = readQuery(c, ROWS);
    const stored = await sessionOf(c, context);
    // A very long session shows its beginning or end at once, while the whole is being read.
    if (!desk.look(stored).model) {
      const quick = await quickRows.read(stored, query);
      if (quick) return sendJson(c, quick);
    }
    return sendFresh(c, context, stored, () => desk.askText(stored, 'rows', query));
  });
  readSession(app, context, '/rows/:row', THREAD, (stored, query, c) =>
    desk.ask(stored, 'row', { ...query, row: readRow(c) }),
  );
  readSession(app, context, '/rows/:row/text', TEXT, (stored, query, c) =>
    desk.askText(stored, 'text', { ...query, row: readRow(c) }),
  );
  app.get('/api/sessions/:key/rows/:row/images/:n', async (c) => {
    const args = { ...readQuery(c, THREAD), row: readRow(c), n: readNumber(c, 'n') };
    const stored = await sessionOf(c, context);
    const { type, base64 } = await desk.ask<RowImage>(stored, 'image', args);
    c.header('content-type', type);
    c.header('cache-control', 'private, max-age=3600');
    c.header('content-security-policy', "default-src 'none'; sandbox");
    return c.body(new Uint8Array(Buffer.from(base64, 'base64')));
  });

  readSession(app, context, '/entries/:line', THREAD, (stored, query, c) =>
    desk.ask(stored, 'entry', { ...query, line: readNumber(c, 'line') }),
  );
  readSession(app, context, '/find', FIND, (stored, query) => desk.askText(stored, 'find', query));
}

function readRow(c: Context): string {
  return readPart(c, 'row', idText, 'This is not the id of a row.');
}

function readNumber(c: Context, name: 'n' | 'line'): number {
  return readPart(c, name, countText, `“${(c.req.param(name) ?? '').slice(0, 40)}” is not a number.`);
}
