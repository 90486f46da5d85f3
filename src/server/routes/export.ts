// The route that makes a session into one file and sends it as a download.
import { open, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import type { Context, Hono } from 'hono';
import * as z from 'zod';
import { Refusal } from '../../base/refusal.ts';
import { EXPORT_FORMATS, type ExportFormat } from '../../export/export-format.ts';
import type { ExportFile } from '../analysis/write-export.ts';
import { flagText, readQuery, THREAD_FIELDS } from '../read-input.ts';
import { type ServerContext, sessionOf } from '../server-context.ts';

const EXPORT = z.strictObject({
  format: z.enum(EXPORT_FORMATS).exactOptional(),
  redact: flagText.exactOptional(),
  turn: z
    .string()
    .max(40)
    .regex(/^(?:last|\d*(?:\.\.\d*)?)$/, 'A number, two with two dots between them, or last.')
    .exactOptional(),
  branch: THREAD_FIELDS.branch,
});

const TYPES: Readonly<Record<ExportFormat, string>> = {
  html: 'text/html; charset=utf-8',
  md: 'text/markdown; charset=utf-8',
  text: 'text/plain; charset=utf-8',
  json: 'application/json; charset=utf-8',
  jsonl: 'application/x-ndjson; charset=utf-8',
};

export function exportRoutes(app: Hono, context: ServerContext): void {
  const { desk, annotator } = context;

  app.get('/api/sessions/:key/export', async (c) => {
    const query = readQuery(c, EXPORT);
    const stored = await sessionOf(c, context);
    // Notes that cannot be read are no reason not to export what was said.
    const notes = await annotator.read(stored.session.sessionId).catch(() => []);
    const { signal } = c.req.raw;
    const input = { ...query, notes, now: context.now() };
    const watch = { onProgress: () => undefined, signal };
    const file = await desk.run<ExportFile>(stored, 'export', input, watch).catch((error: unknown) => {
      throw signal.aborted ? new Refusal('cancelled', 'It was cancelled.') : error;
    });
    return sendFile(c, file, TYPES[query.format ?? 'html']);
  });
}

/** Sends the file and leaves nothing of it behind. */
async function sendFile(c: Context, { path, name, bytes }: ExportFile, type: string): Promise<Response> {
  const handle = await open(path, 'r');
  // What is open can be read to its end, whether or not it still has a name.
  await rm(path, { force: true });
  c.header('content-type', type);
  c.header('content-length', String(bytes));
  c.header('content-disposition', attachmentOf(name));
  c.header('cache-control', 'no-store');
  // It is to be saved. A browser that shows it all the same must not run it as a page of ours.
  c.header('content-security-policy', "default-src 'none'; sandbox");
  if (c.req.method === 'HEAD') {
    await handle.close();
    return c.body(null);
  }
  return c.body(Readable.toWeb(handle.createReadStream()) as ReadableStream<Uint8Array>);
}

/** The name in plain letters for old programs, and as it is for all others. */
function attachmentOf(name: string): string {
  const plain = name.replace(/[^\w.-]/g, '_');
  return `attachment; filename="${plain}"; filename*=UTF-8''${encodeURIComponent(name)}`;
}
