// How every answer leaves the server: JSON with an ETag and gzip, refusals with a fitting status.
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { Context } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { Refusal } from '../base/refusal.ts';
import type { ErrorAnswer } from './api.ts';

const compress = promisify(gzip);
/** Below this the headers weigh more than what is saved. */
const MIN_GZIP = 1400;
/** A longer answer is packed quickly: on this machine it is on its way for less than packing it well takes. */
const LONG_GZIP = 1_000_000;

/** `etag` is without quotes; with one, the browser asks again and mostly gets 304. */
export async function sendJson(c: Context, value: unknown, etag?: string): Promise<Response> {
  return sendText(c, JSON.stringify(value), etag);
}

/** The same for JSON that is text already. */
export async function sendText(c: Context, json: string, etag?: string): Promise<Response> {
  c.header('content-type', 'application/json; charset=utf-8');
  c.header('cache-control', etag === undefined ? 'no-store' : 'no-cache');
  if (etag !== undefined) c.header('etag', `W/"${etag}"`);
  if (json.length < MIN_GZIP || !/\bgzip\b/.test(c.req.header('accept-encoding') ?? '')) return c.body(json);
  c.header('content-encoding', 'gzip');
  c.header('vary', 'accept-encoding');
  return c.body(new Uint8Array(await compress(json, { level: json.length > LONG_GZIP ? 1 : 4 })));
}

/** 304 where the browser has this very answer. */
export function notModified(c: Context, etag: string): Response | undefined {
  const asked = (c.req.header('if-none-match') ?? '').split(',').map((one) => one.trim().replace(/^W\//, ''));
  if (!asked.includes(`"${etag}"`)) return undefined;
  c.header('etag', `W/"${etag}"`);
  c.header('cache-control', 'no-cache');
  return c.body(null, 304);
}

export function sendRefusal(c: Context, refusal: Refusal): Response {
  c.header('cache-control', 'no-store');
  const { code, message, hint } = refusal;
  const answer: ErrorAnswer = { error: { code, message, ...(hint === undefined ? {} : { hint }) } };
  return c.json(answer, statusOf(code));
}

/** A bug of ours: said in general words here, and with its stack where the server was started. */
export function sendError(c: Context, error: unknown, report: (text: string) => void): Response {
  if (error instanceof Refusal) return sendRefusal(c, error);
  report(
    `${c.req.method} ${c.req.path}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`,
  );
  return sendRefusal(
    c,
    new Refusal(
      'internal',
      'Something went wrong inside clew.',
      'The terminal that runs clew serve says more.',
    ),
  );
}

const STATUSES: Readonly<Record<string, ContentfulStatusCode>> = {
  'foreign-host': 421,
  'foreign-origin': 403,
  'no-token': 403,
  'not-found': 404,
  'unknown-session': 404,
  'file-missing': 404,
  'session-file-missing': 404,
  'not-a-clone': 404,
  'not-in-trash': 404,
  'method-not-allowed': 405,
  'several-sessions': 409,
  'clone-changed': 409,
  'session-is-live': 409,
  'session-changed': 409,
  'file-changed': 409,
  'file-exists': 409,
  'too-large': 413,
  'not-json': 415,
  'not-built': 501,
  'too-slow': 503,
  stopping: 503,
  internal: 500,
};

function statusOf(code: string): ContentfulStatusCode {
  const known = STATUSES[code];
  if (known) return known;
  if (code.startsWith('bad-')) return 400;
  return /^no-(?:such-|agents$)/.test(code) ? 404 : 422;
}
