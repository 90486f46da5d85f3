// Routes for reading one session: head, peek, turns, rows, texts, pictures, raw lines, finding.
import type { Context, Hono } from 'hono';
import * as z from 'zod';
import { Refusal } from '../../base/refusal.ts';
import { sendJson } from '../answer.ts';
import { quickRows } from '../model/quick-rows.ts';
import { countText, flagText, idText, readQuery, THREAD_FIELDS } from '../read-input.ts';
import type { RowImage } from '../rows-view.ts';
import { type ServerContext, sendFresh, sessionOf } from '../server-context.ts';
import { makeHead, makePeek } from '../session-head.ts';

const THREAD = z.strictObject(THREAD_FIELDS);

const ROWS = z.strictObject({
  ...THREAD_FIELDS,
  turn: z
    .string()
    .regex(/^\d{1,7}(?:\.\.\d{1,7})?$/, 'A number, or two with two dots between them.')
    .exactOptional(),
  from: countText.exactOptional(),
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

  app.get('/api/sessions/:key', async (c) => {
    const stored = await sessionOf(c, context);
    return sendFresh(c, context, stored, () => makeHead(stored, desk));
  });

  app.get('/api/sessions/:key/peek', async (c) => {
    const stored = await sessionOf(c, context);
    return sendFresh(c, context, stored, () => makePeek(stored, desk));
  });

  app.get('/api/sessions/:key/turns', async (c) => {
    const query = readQuery(c, THREAD);
    const stored = await sessionOf(c, context);
    return sendFresh(c, context, stored, () => desk.askText(stored, 'turns', query));
  });

  app.get('/api/sessions/:key/rows', async (c) => {
    const query = readQuery(c, ROWS);
    const stored = await sessionOf(c, context);
    // A very long session shows its beginning or end at once, while the whole is being read.
    const { model, begun } = desk.look(stored);
    if (!model) {
      const quick = await quickRows(stored, query, { soon: !begun });
      if (quick) return sendJson(c, quick);
    }
    return sendFresh(c, context, stored, () => desk.askText(stored, 'rows', query));
  });

  app.get('/api/sessions/:key/rows/:row', async (c) => {
    const args = { ...readQuery(c, THREAD), row: rowOf(c) };
    const stored = await sessionOf(c, context);
    return sendFresh(c, context, stored, () => desk.ask(stored, 'row', args));
  });

  app.get('/api/sessions/:key/rows/:row/text', async (c) => {
    const args = { ...readQuery(c, TEXT), row: rowOf(c) };
    const stored = await sessionOf(c, context);
    return sendFresh(c, context, stored, () => desk.askText(stored, 'text', args));
  });

  app.get('/api/sessions/:key/rows/:row/images/:n', async (c) => {
    const args = { ...readQuery(c, THREAD), row: rowOf(c), n: numberOf(c, 'n') };
    const stored = await sessionOf(c, context);
    const { type, base64 } = await desk.ask<RowImage>(stored, 'image', args);
    c.header('content-type', type);
    c.header('cache-control', 'private, max-age=3600');
    c.header('content-security-policy', "default-src 'none'; sandbox");
    return c.body(new Uint8Array(Buffer.from(base64, 'base64')));
  });

  app.get('/api/sessions/:key/entries/:line', async (c) => {
    const args = { ...readQuery(c, THREAD), line: numberOf(c, 'line') };
    const stored = await sessionOf(c, context);
    return sendFresh(c, context, stored, () => desk.ask(stored, 'entry', args));
  });

  app.get('/api/sessions/:key/find', async (c) => {
    const query = readQuery(c, FIND);
    const stored = await sessionOf(c, context);
    return sendFresh(c, context, stored, () => desk.askText(stored, 'find', query));
  });
}

function rowOf(c: Context): string {
  const row = idText.safeParse(c.req.param('row'));
  if (!row.success) throw new Refusal('bad-row', 'This is not the id of a row.');
  return row.data;
}

function numberOf(c: Context, name: string): number {
  const text = c.req.param(name) ?? '';
  if (!/^\d{1,9}$/.test(text)) throw new Refusal(`bad-${name}`, `“${text.slice(0, 40)}” is not a number.`);
  return Number(text);
}
