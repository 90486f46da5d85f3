// What all routes share: the sessions, whoever answers about one of them, and where clew keeps its own files.
import { createHash } from 'node:crypto';
import type { Context } from 'hono';
import type { NoteBook } from '../load/note-book.ts';
import type { Activity } from './activity.ts';
import { notModified, sendJson, sendText } from './answer.ts';
import { type Desk, JsonText } from './desk/desk.ts';
import type { HealthBook } from './health-book.ts';
import type { LiveHub } from './live-hub.ts';
import { idText, readPart } from './read-input.ts';
import type { SessionStore, StoredSession } from './store/session-store.ts';

export interface ServerContext {
  readonly version: string;
  /** True where the sessions are made-up ones. */
  readonly demo: boolean;
  readonly dataDir: string;
  readonly now: () => number;
  readonly store: SessionStore;
  readonly desk: Desk;
  readonly hub: LiveHub;
  readonly annotator: NoteBook;
  /** What is known of the health of sessions without checking them again. */
  readonly health: HealthBook;
  readonly activity: Activity;
}

/** The session that the address names. */
export async function sessionOf(c: Context, { store }: ServerContext): Promise<StoredSession> {
  return store.find(readKey(c));
}

export function readKey(c: Context): string {
  return readPart(c, 'key', idText, 'This is not the id of a session.', 'Take it from the list.');
}

/** Answers with what `make` gives, unless the browser has it already: the ETag is that of the session's files. */
export async function sendFresh(
  c: Context,
  context: ServerContext,
  stored: StoredSession,
  make: () => Promise<unknown>,
): Promise<Response> {
  const state = stateOf(context, stored);
  const etag = `${await context.desk.fingerprint(stored)}-${state}-${context.version}`;
  const known = notModified(c, etag);
  if (known) return known;
  const answer = await make();
  // What became known while it was made is in the answer: its ETag must not promise less.
  const now = stateOf(context, stored);
  const fresh = now === state ? etag : undefined;
  return answer instanceof JsonText ? sendText(c, answer.text, fresh) : sendJson(c, answer, fresh);
}

/** The same for an answer that tells of more than the session's files, such as its line in the list: the ETag is its own. */
export async function sendCompared(c: Context, answer: unknown): Promise<Response> {
  const json = JSON.stringify(answer);
  const etag = createHash('sha1').update(json).digest('base64url').slice(0, 16);
  return notModified(c, etag) ?? sendText(c, json, etag);
}

// Beside the files, an answer depends on how much of them was read, and on what the list knows of the session.
function stateOf({ desk }: ServerContext, stored: StoredSession): string {
  const { model, tokens } = desk.look(stored);
  const { live, title, clonedFrom, health } = stored.line;
  return [
    model ? 'm' : '',
    tokens ? 't' : '',
    live ? 'l' : '',
    title === undefined ? 'u' : '',
    clonedFrom ? 'c' : '',
    health,
  ].join('');
}
