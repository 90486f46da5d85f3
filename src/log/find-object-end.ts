// Finds where a JSON object that starts in the middle of a text ends, by its braces and strings alone.

const QUOTE = 34;
const BACKSLASH = 92;
const OPEN_BRACE = 123;
const CLOSE_BRACE = 125;

/** The index just past the object that opens at `start`, or -1 if it never closes. */
export function findObjectEnd(text: string, start: number): number {
  let depth = 0;
  for (let i = start; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === QUOTE) {
      i = skipString(text, i);
      if (i < 0) return -1;
    } else if (code === OPEN_BRACE) depth++;
    else if (code === CLOSE_BRACE && --depth === 0) return i + 1;
  }
  return -1;
}

/** The index of the quote that closes the string opened at `open`, or -1. */
function skipString(text: string, open: number): number {
  let at = open + 1;
  for (;;) {
    const end = text.indexOf('"', at);
    if (end < 0) return -1;
    let backslashes = 0;
    while (text.charCodeAt(end - 1 - backslashes) === BACKSLASH) backslashes++;
    if (backslashes % 2 === 0) return end;
    at = end + 1;
  }
}
