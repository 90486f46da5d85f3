// Reads the timestamps of session files: what `Date.parse` says, several times as fast for the form that clients write.

/** The time in milliseconds since 1970, or NaN. */
export function parseTime(text: string): number {
  const time = parseUsual(text);
  return time === undefined ? Date.parse(text) : time;
}

/** No client's clock shows a later year: a line that names one must not stretch every calendar that it is part of. */
const LAST = Date.UTC(2100, 0);

/** The time that a clock may have shown, or undefined. */
export function parseClockTime(text: string | undefined): number | undefined {
  const time = text === undefined ? Number.NaN : parseTime(text);
  return time >= 0 && time < LAST ? time : undefined;
}

// `2026-01-31T23:59:59.999Z`; undefined for anything else, and what that means is for `Date.parse` to say.
function parseUsual(text: string): number | undefined {
  if (
    text.length !== 24 ||
    text.charCodeAt(4) !== 0x2d ||
    text.charCodeAt(7) !== 0x2d ||
    text.charCodeAt(10) !== 0x54 ||
    text.charCodeAt(13) !== 0x3a ||
    text.charCodeAt(16) !== 0x3a ||
    text.charCodeAt(19) !== 0x2e ||
    text.charCodeAt(23) !== 0x5a
  )
    return undefined;
  const year = twoDigits(text, 0) * 100 + twoDigits(text, 2);
  const month = twoDigits(text, 5);
  const day = twoDigits(text, 8);
  const hour = twoDigits(text, 11);
  const minute = twoDigits(text, 14);
  const second = twoDigits(text, 17);
  const thousandths = twoDigits(text, 20) * 10 + (twoDigits(text, 21) % 10);
  // What is no digit has made NaN of its number, for which no comparison holds.
  const isDate = year >= 0 && month >= 1 && month <= 12 && day >= 1 && day <= 31;
  const isTime = hour <= 23 && minute <= 59 && second <= 59 && thousandths <= 999;
  if (!isDate || !isTime) return undefined;
  const date = (year * 100 + month) * 100 + day;
  return startOfDay(date, text) + ((hour * 60 + minute) * 60 + second) * 1000 + thousandths;
}

function twoDigits(text: string, at: number): number {
  const tens = text.charCodeAt(at) - 48;
  const ones = text.charCodeAt(at + 1) - 48;
  return tens >= 0 && tens <= 9 && ones >= 0 && ones <= 9 ? tens * 10 + ones : Number.NaN;
}

let knownDate = 19_700_101;
let knownStart = 0;

// The entries of a session are mostly of one day.
function startOfDay(date: number, text: string): number {
  if (date !== knownDate) {
    knownStart = Date.parse(text.slice(0, 10));
    knownDate = date;
  }
  return knownStart;
}
