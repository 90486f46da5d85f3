// Finds the uuids in JSON without reading it: strings that are nothing but a uuid in its canonical form.

const QUOTE = 34;
const DASH = 45;
const COLON = 58;
const BACKSLASH = 92;

/** How long a uuid is. */
export const UUID_BYTES = 36;

/** 1 for the digits of a canonical uuid. */
const IS_HEX: Uint8Array = new Uint8Array(256);
for (const digit of '0123456789abcdef') IS_HEX[digit.charCodeAt(0)] = 1;

/**
 * Where they begin, behind their quotes, in order; names of fields do not count. `bytes` from `from` to `to` must be whole
 * values of valid JSON: within a string a quote is written with a backslash, so what looks like a string is one. A uuid that is
 * spelled with escapes is not found.
 */
export function findUuids(bytes: Uint8Array, from: number, to: number): readonly number[] {
  const found: number[] = [];
  // The four dashes of a uuid are five bytes apart: of every four neighbouring bytes one is looked at, which meets each uuid once.
  for (let i = from; i < to; i++) {
    while (i < to && bytes[i] !== DASH) i += 4;
    if (i >= to) break;
    const start = startOf(bytes, i);
    if (start >= from && start + UUID_BYTES < to && isValue(bytes, start)) found.push(start);
    i += 3;
  }
  return found;
}

/** Where the uuid begins that this dash is in; -1 if it is in none. */
function startOf(bytes: Uint8Array, dash: number): number {
  let first = dash;
  while (first > dash - 15 && bytes[first - 5] === DASH) first -= 5;
  for (let at = first; at <= dash; at += 5) if (isUuidAt(bytes, at - 8)) return at - 8;
  return -1;
}

function isUuidAt(bytes: Uint8Array, start: number): boolean {
  if (bytes[start - 1] !== QUOTE || bytes[start + UUID_BYTES] !== QUOTE) return false;
  if (bytes[start + 8] !== DASH || bytes[start + 13] !== DASH) return false;
  if (bytes[start + 18] !== DASH || bytes[start + 23] !== DASH) return false;
  let digits = 0;
  for (let i = start; i < start + UUID_BYTES; i++) digits += IS_HEX[bytes[i] as number] as number;
  return digits === 32;
}

/** Whether it is a string by itself, not the end of one, and not the name of a field. */
function isValue(bytes: Uint8Array, start: number): boolean {
  if (bytes[start - 2] === BACKSLASH) return false;
  let after = start + UUID_BYTES + 1;
  while (bytes[after] === 32 || bytes[after] === 9) after++;
  return bytes[after] !== COLON;
}
