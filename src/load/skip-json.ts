// Finds the end of a JSON value in bytes without building it, and accepts exactly what JSON.parse accepts: skimming must not hide damage.

/** The offset behind the value that starts at `from` (no space before it), or -1 if no whole value stands there. No recursion. */
export function skipValue(bytes: Uint8Array, from: number): number {
  const open: number[] = [];
  let at = from;
  for (;;) {
    const code = bytes[at];
    if (code === BRACE || code === BRACKET) {
      at = skipSpace(bytes, at + 1);
      // Two codes after the opening one is the closing one, for braces and brackets alike.
      if (bytes[at] === code + 2) at++;
      else {
        open.push(code);
        if (code === BRACE) at = skipKey(bytes, at);
        if (at < 0) return -1;
        continue;
      }
    } else {
      at = code === QUOTE ? skipString(bytes, at) : skipScalar(bytes, at);
      if (at < 0) return -1;
    }
    at = closeValues(bytes, at, open);
    if (at < 0 || open.length === 0) return at;
  }
}

// Behind a value: closes what ends here, and stops where the next value begins.
function closeValues(bytes: Uint8Array, from: number, open: number[]): number {
  let at = from;
  while (open.length > 0) {
    at = skipSpace(bytes, at);
    const inside = open[open.length - 1] as number;
    if (bytes[at] === inside + 2) {
      open.pop();
      at++;
    } else if (bytes[at] === COMMA) {
      at = skipSpace(bytes, at + 1);
      return inside === BRACE ? skipKey(bytes, at) : at;
    } else return -1;
  }
  return at;
}

/** Past a key and its colon, to where the value begins; -1 if there is none. */
export function skipKey(bytes: Uint8Array, from: number): number {
  if (bytes[from] !== QUOTE) return -1;
  const end = skipString(bytes, from);
  return end < 0 ? -1 : skipColon(bytes, end);
}

export function skipColon(bytes: Uint8Array, from: number): number {
  const colon = skipSpace(bytes, from);
  return bytes[colon] === COLON ? skipSpace(bytes, colon + 1) : -1;
}

export function skipString(bytes: Uint8Array, from: number): number {
  const { length } = bytes;
  let at = from + 1;
  while (at < length) {
    const code = bytes[at] as number;
    if (PLAIN[code] === 1) at++;
    else if (code === QUOTE) return at + 1;
    else if (code !== BACKSLASH || at + 1 >= length) return -1;
    else if (bytes[at + 1] === LETTER_U) {
      for (let digit = at + 2; digit < at + 6; digit++) if (HEX[bytes[digit] ?? 0] !== 1) return -1;
      at += 6;
    } else if (SHORT_ESCAPE[bytes[at + 1] as number] === 1) at += 2;
    else return -1;
  }
  return -1;
}

export function skipSpace(bytes: Uint8Array, from: number): number {
  let at = from;
  while (at < bytes.length && SPACE[bytes[at] as number] === 1) at++;
  return at;
}

function skipScalar(bytes: Uint8Array, from: number): number {
  let end = from;
  while (end < bytes.length && SCALAR[bytes[end] as number] === 1) end++;
  let text = '';
  for (let at = from; at < end; at++) text += String.fromCharCode(bytes[at] as number);
  return SCALAR_TEXT.test(text) ? end : -1;
}

const SCALAR_TEXT = /^(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)$/;

export const QUOTE = 0x22;
export const COMMA = 0x2c;
export const BRACE = 0x7b;
export const BRACKET = 0x5b;
const COLON = 0x3a;
const BACKSLASH = 0x5c;
const LETTER_U = 0x75;

// One look into a table a byte is what makes skimming faster than the engine's own parser.
function codes(includes: (letter: string, code: number) => boolean): Uint8Array {
  return Uint8Array.from({ length: 256 }, (_, code) => (includes(String.fromCharCode(code), code) ? 1 : 0));
}

const PLAIN: Uint8Array = codes((_, code) => code >= 0x20 && code !== QUOTE && code !== BACKSLASH);
const SPACE: Uint8Array = codes((letter) => ' \t\n\r'.includes(letter));
const HEX: Uint8Array = codes((letter) => /[0-9a-fA-F]/.test(letter));
const SHORT_ESCAPE: Uint8Array = codes((letter) => '"\\/bfnrt'.includes(letter));
const SCALAR: Uint8Array = codes((letter) => /[-+.0-9a-zA-Z]/.test(letter));
