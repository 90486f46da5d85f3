// Scans a session and all that belongs to it for secrets: where each stands, and whether a model has seen it.
import { readFile } from 'node:fs/promises';
import { asWords, type JsonObject, parseObject } from '../base/json.ts';
import { predictResume } from '../context/predict-resume.ts';
import type { SessionFile } from '../disk/list-project.ts';
import { readLines } from '../load/read-lines.ts';
import type { Entry, Line } from '../log/line.ts';
import { lineText } from '../log/parse-line.ts';
import { findSecrets } from '../secrets/find-secrets.ts';
import type { JsonPath } from '../secrets/map-strings.ts';
import { findInJson } from '../secrets/scrub-json.ts';
import { type Belongings, listBelongings } from './belongings.ts';
import type { HomeViews } from './home-view.ts';

/**
 * `again`: a resume would send it to the model. `once`: it was part of a conversation with a model.
 * `no`: it is only in what the client keeps for itself.
 */
export type SentToModel = 'again' | 'once' | 'no';

/** A secret, masked, and where it stands. */
export interface PlacedSecret {
  readonly sessionId: string;
  readonly file: string;
  /** From 1; undefined in files that are not logs. */
  readonly line: number | undefined;
  /** The field, such as `message.content.0.text`; undefined in plain text. */
  readonly field: string | undefined;
  readonly kind: string;
  readonly masked: string;
  readonly sent: SentToModel;
  /** The secret itself, to tell equal ones: never to be shown. */
  readonly secret: string;
}

/** The secrets of one session. */
export interface SecretScan {
  readonly found: readonly PlacedSecret[];
  readonly bytes: number;
  /** Files that are too large to be scanned as text. */
  readonly unscanned: readonly string[];
}

/** Larger files than this cannot be one string. */
const MAX_TEXT_BYTES: number = 400_000_000;

/** Looks for secrets in a session and all that lies beside it. */
export async function scanSecrets(session: SessionFile, views?: HomeViews): Promise<SecretScan> {
  const all = await listBelongings(session, views);
  // Lists in a list: a file may hold more secrets than a call takes arguments.
  const found: PlacedSecret[][] = [];
  const unscanned: string[] = [];
  for (const { file, role, bytes } of all.files) {
    const place = { sessionId: session.sessionId, file };
    if (file.endsWith('.jsonl')) found.push(scanLog(await readLines(file), role === 'main', place));
    else if (bytes > MAX_TEXT_BYTES) unscanned.push(file);
    else found.push(scanText(await readFile(file), place));
  }
  found.push(scanShared(all, session.sessionId));
  return { found: found.flat(), bytes: all.files.reduce((sum, { bytes }) => sum + bytes, 0), unscanned };
}

interface WhichFile {
  readonly sessionId: string;
  readonly file: string;
}

function scanLog(lines: readonly Line[], main: boolean, place: WhichFile): PlacedSecret[] {
  const found: PlacedSecret[] = [];
  let again: ReadonlySet<Entry> | undefined;
  for (const line of lines) {
    if (line.kind === 'blank') continue;
    const where = { ...place, line: line.place.line };
    if (line.kind === 'unreadable') {
      for (const secret of inText(lineText(line), where, 'no')) found.push(secret);
      continue;
    }
    const inside = inJson(line.value, where);
    if (inside.length === 0) continue;
    // Asked for only where there is a secret: most sessions have none.
    again ??= main ? sentAgain(lines) : new Set();
    for (const { path, ...secret } of inside) found.push({ ...secret, sent: whetherSent(line, path, again) });
  }
  return found;
}

function sentAgain(lines: readonly Line[]): Set<Entry> {
  const { messages } = predictResume(lines, { compare: false });
  return new Set(messages.flatMap(({ sources }) => sources.flatMap(({ entries }) => entries)));
}

function whetherSent(entry: Entry, path: JsonPath, again: ReadonlySet<Entry>): SentToModel {
  const { type } = entry.value;
  const [first, second] = path;
  const spoken =
    ((type === 'user' || type === 'assistant') && first === 'message' && second === 'content') ||
    (type === 'attachment' && first === 'attachment') ||
    (type === 'progress' && first === 'data') ||
    asWords(type).startsWith('api-request');
  if (!spoken) return 'no';
  return again.has(entry) ? 'again' : 'once';
}

// Files without lines: JSON by its fields, anything else as text; what holds NUL is binary.
function scanText(bytes: Buffer, place: WhichFile): PlacedSecret[] {
  if (bytes.includes(0)) return [];
  const text = bytes.toString('utf8');
  const value = place.file.endsWith('.json') ? parseObject(text) : undefined;
  const where = { ...place, line: undefined };
  if (value === undefined) return inText(text, where, 'no');
  return inJson(value, where).map(({ path: _, ...secret }) => ({ ...secret, sent: 'no' as const }));
}

// Lines of the history and the entry of the index lie in files that all sessions share.
function scanShared({ history, index }: Belongings, sessionId: string): PlacedSecret[] {
  const found: PlacedSecret[] = [];
  const take = (value: JsonObject | undefined, file: string, line: number | undefined): void => {
    if (!value) return;
    for (const { path: _, ...secret } of inJson(value, { sessionId, file, line }))
      found.push({ ...secret, sent: 'no' });
  };
  for (const { line, text } of history.lines) take(parseObject(text), history.file, line);
  take(index?.entry, index?.file ?? '', undefined);
  return found;
}

type Where = Pick<PlacedSecret, 'sessionId' | 'file' | 'line'>;

function inText(text: string, where: Where, sent: SentToModel): PlacedSecret[] {
  return findSecrets(text).map(({ kind, masked, start, end }) => ({
    ...where,
    field: undefined,
    kind,
    masked,
    sent,
    secret: text.slice(start, end),
  }));
}

function inJson(value: JsonObject, where: Where): (Omit<PlacedSecret, 'sent'> & { path: JsonPath })[] {
  return findInJson(value).map(({ kind, masked, start, end, path }) => ({
    ...where,
    field: path.join('.'),
    kind,
    masked,
    secret: textAt(value, path).slice(start, end),
    path,
  }));
}

function textAt(value: JsonObject, path: JsonPath): string {
  let at: unknown = value;
  for (const key of path) at = (at as Record<string | number, unknown>)[key];
  return typeof at === 'string' ? at : '';
}
