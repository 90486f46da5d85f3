// Parses one line into an entry; a line that cannot be read becomes an unreadable one, never an exception [L1].
import { decodeUtf8 } from '../base/bytes.ts';
import { isObject, type JsonObject, parseObject } from '../base/json.ts';
import { findObjectEnd } from './find-object-end.ts';
import type { Line, LinePart } from './line.ts';
import { nestsTooDeep } from './nests-too-deep.ts';
import type { RawLine } from './split-lines.ts';

export function parseLine(line: RawLine): Line {
  const { place, raw, terminated } = line;
  if (raw.length < place.length) {
    return { kind: 'unreadable', place, raw, terminated, reason: 'too-long', parts: [] };
  }
  if (isBlank(raw)) return { kind: 'blank', place, raw, terminated };
  const text = lineText(line);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    const parts = readParts(text);
    const reason = parts.length > 0 ? 'joined' : 'not-json';
    return { kind: 'unreadable', place, raw, terminated, reason, parts };
  }
  if (!isObject(value)) {
    return { kind: 'unreadable', place, raw, terminated, reason: 'not-an-object', parts: [] };
  }
  if (nestsTooDeep(value, text.length)) {
    return { kind: 'unreadable', place, raw, terminated, reason: 'too-deep', parts: [] };
  }
  return { kind: 'entry', place, raw, terminated, value };
}

/** The line as text. A byte order mark counts as nothing at the start of the file, and as garbage elsewhere. */
export function lineText(line: {
  readonly raw: Uint8Array;
  readonly place: { readonly offset: number };
}): string {
  return decodeUtf8(isMarked(line) ? line.raw.subarray(3) : line.raw);
}

/** Whether the line begins with the byte order mark of its file. */
export function isMarked({ raw, place }: Parameters<typeof lineText>[0]): boolean {
  return place.offset === 0 && raw[0] === 0xef && raw[1] === 0xbb && raw[2] === 0xbf;
}

function isBlank(raw: Uint8Array): boolean {
  for (let i = 0; i < raw.length; i++) {
    const byte = raw[i];
    if (byte !== 0x20 && byte !== 0x09 && byte !== 0x0d) return false;
  }
  return true;
}

// Clients 2.0.33 to 2.1.200 append to an unterminated last line: two whole objects stand joined, `}{`, or a torn half
// has a whole one glued behind it. Whole objects are taken from the front; behind a torn half, the one that fills the rest.
function readParts(text: string): LinePart[] {
  const parts: LinePart[] = [];
  let from = text.indexOf('{');
  while (from >= 0) {
    const end = findObjectEnd(text, from);
    const part = end < 0 ? undefined : parsePart(text.slice(from, end));
    if (!part) return [...parts, ...readGlued(text, from + 1)];
    parts.push(part);
    from = text.indexOf('{', end);
  }
  return parts;
}

const ENTRY_START = /\{"(?:parentUuid|type|isSidechain|uuid|sessionId|messageId|leafUuid|summary)":/g;
// Each try may read to the end of the line: the limit keeps a hostile line from costing the square of its length.
const MAX_TRIES = 50;

function readGlued(text: string, from: number): LinePart[] {
  ENTRY_START.lastIndex = from;
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const start = ENTRY_START.exec(text)?.index;
    if (start === undefined) return [];
    const part = parsePart(text.slice(start));
    // A content block of the torn half can fill the rest too; an entry has an identity of its own.
    if (part && hasIdentity(part.value)) return [part];
  }
  return [];
}

function hasIdentity(value: JsonObject): boolean {
  return 'uuid' in value || 'sessionId' in value || 'messageId' in value || 'leafUuid' in value;
}

function parsePart(text: string): LinePart | undefined {
  const value = parseObject(text);
  return value && !nestsTooDeep(value, text.length) ? { value, text } : undefined;
}
