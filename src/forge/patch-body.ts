// Repeats a prepared stretch of a session: the bytes stay, ids and times are overwritten in place.
import { decodeUtf8, encodeUtf8 } from '../base/bytes.ts';

export interface PatchedBody {
  readonly bytes: Uint8Array;
  /** Offsets of the last twelve characters of every uuid and other id that must be new in each round. */
  readonly ids: Uint32Array;
  /** Uuids that name an entry before the stretch, with the entry of the stretch that takes its place. */
  readonly backs: readonly { readonly at: number; readonly uuid: Uint8Array }[];
  /** Offsets of timestamps, by the hour they start with. */
  readonly hours: readonly { readonly hour: number; readonly at: Uint32Array }[];
  /** Whole hours from one round to the next. */
  readonly span: number;
}

const TAIL = 12;
const HOUR = 3_600_000;
const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;
const OTHER_ID = /(?:msg|toolu|req)_01[0-9A-Za-z]{20,24}/g;
const TIMESTAMP = /"(\d{4}-\d\d-\d\dT\d\d):\d\d:\d\d\.\d{3}Z"/g;

/** Finds what to overwrite. `opening` are the lines written before the stretch. */
export function findPatches(
  bytes: Uint8Array,
  context: { readonly sessionId: string; readonly opening: readonly string[] },
): PatchedBody {
  const text = byteString(bytes);
  const backs = backLinks(text, bytes, context.opening);
  const special = new Set(backs.map((back) => back.at));
  const ids: number[] = [];
  for (const match of text.matchAll(UUID)) {
    if (match[0] !== context.sessionId && !special.has(match.index)) ids.push(match.index + 36 - TAIL);
  }
  for (const match of text.matchAll(OTHER_ID)) ids.push(match.index + match[0].length - TAIL);
  const hours = new Map<number, number[]>();
  for (const match of text.matchAll(TIMESTAMP)) {
    const hour = Date.parse(`${match[1]}:00:00.000Z`) / HOUR;
    const places = hours.get(hour) ?? [];
    places.push(match.index + 1);
    hours.set(hour, places);
  }
  const known = [...hours.keys()];
  return {
    bytes,
    ids: Uint32Array.from(ids),
    backs,
    hours: [...hours].map(([hour, at]) => ({ hour, at: Uint32Array.from(at) })),
    span: Math.max(...known) - Math.min(...known) + 1,
  };
}

/** The stretch for the given round; round 0 is the stretch as it was written. */
export function patchBody(body: PatchedBody, round: number): Uint8Array {
  if (round === 0) return body.bytes.slice();
  const bytes = body.bytes.slice();
  const tail = roundTail(round);
  for (const at of body.ids) for (let i = 0; i < TAIL; i++) bytes[at + i] = tail[i] as number;
  const earlier = roundTail(round - 1);
  for (const { at, uuid } of body.backs) {
    bytes.set(uuid, at);
    // Round 0 has its own ids, untouched.
    if (round > 1) bytes.set(earlier, at + 36 - TAIL);
  }
  for (const { hour, at } of body.hours) {
    const time = encodeUtf8(new Date((hour + round * body.span) * HOUR).toISOString().slice(0, 13));
    for (const place of at) for (let i = 0; i < 13; i++) bytes[place + i] = time[i] as number;
  }
  return bytes;
}

function roundTail(round: number): Uint8Array {
  return encodeUtf8(round.toString(16).padStart(TAIL, '0'));
}

// The first boundary names the last entry and the last answer of the opening: in later rounds, those of the round before.
function backLinks(text: string, bytes: Uint8Array, opening: readonly string[]): PatchedBody['backs'] {
  const first = text.slice(0, text.indexOf('\n'));
  const own = decodeUtf8(bytes)
    .split('\n')
    .filter((line) => line !== '');
  const pairs: (readonly [string | undefined, string | undefined])[] = [
    [lastUuid(opening, ''), lastUuid(own, '')],
    [lastUuid(opening, '"type":"assistant"'), lastUuid(own, '"type":"assistant"')],
  ];
  const backs: { at: number; uuid: Uint8Array }[] = [];
  for (const [old, now] of pairs) {
    if (old === undefined || now === undefined) continue;
    for (let at = first.indexOf(old); at >= 0; at = first.indexOf(old, at + 1)) {
      if (!backs.some((back) => back.at === at)) backs.push({ at, uuid: encodeUtf8(now) });
    }
  }
  return backs;
}

function lastUuid(lines: readonly string[], mark: string): string | undefined {
  for (let i = lines.length - 1; i >= 0; i--) {
    const line = lines[i] as string;
    if (!line.includes(mark)) continue;
    const { uuid, parentUuid } = JSON.parse(line) as { uuid?: string; parentUuid?: string };
    if (uuid !== undefined && parentUuid !== undefined) return uuid;
  }
  return undefined;
}

// One character a byte, so that an index in the string is an offset in the bytes.
function byteString(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += 8192) {
    text += String.fromCharCode(...bytes.subarray(at, at + 8192));
  }
  return text;
}
