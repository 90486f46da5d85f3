// Finds the lines in which a hit is possible at all, by their bytes.
import { escapePattern } from '../../base/escape-pattern.ts';
import type { Pattern } from './pattern.ts';

const NEWLINE = 10;

export type LineSpan = readonly [start: number, end: number];

/** Start and end of each line that may hold a hit, in order. */
export function findLines(lines: Buffer, { needles, ignoreCase }: Pattern): readonly LineSpan[] {
  if (!needles) return [...allLines(lines)];
  const found = new Map<number, number>();
  for (const needle of needles) {
    if (ignoreCase) addHitsOfAnyCase(lines, needle, found);
    else addHits(lines, Buffer.from(sharpen(needle), 'latin1'), found);
  }
  addEscaped(lines, needles, found);
  return [...found].sort(([a], [b]) => a - b);
}

/** Eight bytes and more are searched by a slower way (measured: 32 ms instead of 5 for 64 MB). */
const MOST_BYTES = 7;
const LEAST_BYTES = 3;
// How often a character begins something in sessions, the most frequent first; what is not here is rare.
const FREQUENT = ' etanoisrldcuhmpfg0"1,.-_=2b:yvwk';

/** The piece of a needle that is found quickest: the search stops at every byte that is its first. */
function sharpen(needle: string): string {
  let best = 0;
  let rarest = -1;
  for (let at = 0; at <= Math.max(0, needle.length - LEAST_BYTES); at++) {
    const place = FREQUENT.indexOf(needle[at] as string);
    const rarity = place < 0 ? FREQUENT.length : place;
    if (rarity > rarest) [best, rarest] = [at, rarity];
  }
  return needle.slice(best, best + MOST_BYTES);
}

function* allLines(lines: Buffer): Generator<LineSpan> {
  let start = 0;
  while (start < lines.length) {
    const newline = lines.indexOf(NEWLINE, start);
    const end = newline < 0 ? lines.length : newline;
    yield [start, end];
    start = end + 1;
  }
}

function addHits(lines: Buffer, needle: Buffer, found: Map<number, number>): void {
  for (let hit = lines.indexOf(needle); hit >= 0; ) hit = lines.indexOf(needle, addLine(lines, hit, found));
}

// A string of one byte a character: searching it costs no decoding, and its places are those of the bytes.
function addHitsOfAnyCase(lines: Buffer, needle: string, found: Map<number, number>): void {
  const text = lines.toString('latin1');
  const regex = new RegExp(escapePattern(needle), 'gi');
  for (let hit = regex.exec(text); hit; hit = regex.exec(text))
    regex.lastIndex = addLine(lines, hit.index, found);
}

const ESCAPE = Buffer.from('\\u00');

// A letter can be written as an escape, too; no client does, but then a needle would miss it. Other escapes are frequent.
function addEscaped(lines: Buffer, needles: readonly string[], found: Map<number, number>): void {
  const letters = new Set([...`${needles.join('').toLowerCase()}${needles.join('').toUpperCase()}`]);
  for (let hit = lines.indexOf(ESCAPE); hit >= 0; ) {
    const code = hexDigit(lines[hit + 4]) * 16 + hexDigit(lines[hit + 5]);
    const isLetter = letters.has(String.fromCharCode(code));
    // A line is looked for once: one may consist of escapes.
    hit = lines.indexOf(ESCAPE, isLetter ? addLine(lines, hit, found) : hit + 4);
  }
}

function hexDigit(byte = 0): number {
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30;
  // Upper and lower case differ in one bit.
  const letter = byte | 0x20;
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x61 + 10 : 0;
}

function addLine(lines: Buffer, hit: number, found: Map<number, number>): number {
  const newline = lines.indexOf(NEWLINE, hit);
  const end = newline < 0 ? lines.length : newline;
  found.set(lines.lastIndexOf(NEWLINE, hit) + 1, end);
  return end;
}
