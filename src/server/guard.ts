// Who may ask: only pages of this server on this machine, and for anything that writes only with the token of this start.
import { timingSafeEqual } from 'node:crypto';
import type { Context, MiddlewareHandler } from 'hono';
import { Refusal } from '../base/refusal.ts';
import { sendRefusal } from './answer.ts';

interface GuardOptions {
  readonly token: string;
  /** Known only when the server listens. */
  readonly port: () => number;
}

const NAMES: readonly string[] = ['127.0.0.1', 'localhost', '[::1]'];

/** What every answer carries, refusals too. */
export const HEADERS: Readonly<Record<string, string>> = {
  // Nothing from anywhere else, nothing inline: what a session says cannot become code.
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; font-src 'self'; connect-src 'self'; frame-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'x-frame-options': 'DENY',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), interest-cohort=()',
};

export function guard({ token, port }: GuardOptions): MiddlewareHandler {
  return async (c, next) => {
    for (const [name, value] of Object.entries(HEADERS)) c.header(name, value);
    if (c.req.path === '/' && c.req.query('pane') !== undefined) allowOwnFrame(c);
    const refusal = refuseRequest(c, token, port());
    if (refusal) return sendRefusal(c, refusal);
    return next();
  };
}

/** The page as a pane of our own split view; in a frame of anyone else nothing of ours is shown. */
function allowOwnFrame(c: Context): void {
  const policy = HEADERS['content-security-policy'] as string;
  c.header('content-security-policy', policy.replace("frame-ancestors 'none'", "frame-ancestors 'self'"));
  c.header('x-frame-options', 'SAMEORIGIN');
}

function refuseRequest(c: Context, token: string, port: number): Refusal | undefined {
  // A foreign name that leads to this machine (DNS rebinding) shows in the Host header.
  const host = c.req.header('host') ?? new URL(c.req.url).host;
  if (!NAMES.some((name) => host.toLowerCase() === `${name}:${port}`)) {
    return new Refusal(
      'foreign-host',
      'This address does not belong to clew.',
      `Open http://127.0.0.1:${port}/ instead.`,
    );
  }
  if (!isOwnOrigin(c, port)) {
    return new Refusal('foreign-origin', 'Pages of other sites cannot ask clew.');
  }
  const { method } = c.req;
  if (method === 'GET' || method === 'HEAD') return undefined;
  if (method !== 'POST' && method !== 'PUT' && method !== 'DELETE') {
    return new Refusal('method-not-allowed', `${method} is not something that clew does.`);
  }
  if (sameText(c.req.header('x-clew-token') ?? '', token)) return undefined;
  return new Refusal(
    'no-token',
    'The request lacks the token of this start of clew.',
    'Reload the page: the server was started anew.',
  );
}

function isOwnOrigin(c: Context, port: number): boolean {
  const origin = c.req.header('origin');
  if (origin !== undefined) return NAMES.some((name) => origin === `http://${name}:${port}`);
  const site = c.req.header('sec-fetch-site');
  if (site === undefined || site === 'same-origin' || site === 'none') return true;
  // A link on another page may open ours; nothing else of it may reach us.
  return c.req.method === 'GET' && c.req.path === '/' && c.req.header('sec-fetch-mode') === 'navigate';
}

function sameText(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}
