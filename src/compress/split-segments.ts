// Cuts a text into the segments that an extract is made of: sentences of prose, lines of code and output.
import { textEnd, textStart, wholeAt } from '../base/text-start.ts';
import { COLOURS } from '../transform/compress-terms.ts';

export interface Segment {
  readonly text: string;
  /** What stands between it and the segment before it in the original. */
  readonly joint: ' ' | '\n' | '\n\n';
  /** Its place among the segments, 0 for the first. */
  readonly at: number;
}

/** A longer segment could not be chosen for its size: it is cut where a blank or a sign allows. */
const MOST_SEGMENT = 280;

/** Of longer texts only the ends are looked at. */
const MOST_TEXT = 240_000;

// Braces, rules and bare line numbers say nothing.
const SAYS_SOMETHING = /[\p{L}]{2}/u;

export function splitSegments(text: string): Segment[] {
  const looked =
    text.length <= MOST_TEXT ? text : `${textStart(text, MOST_TEXT / 2)}\n\n${textEnd(text, MOST_TEXT / 2)}`;
  const segments: Segment[] = [];
  let joint: Segment['joint'] = '\n\n';
  let fenced = false;
  for (const line of looked.replace(COLOURS, '').split('\n')) {
    if (!SAYS_SOMETHING.test(line)) {
      joint = '\n\n';
      continue;
    }
    if (/^\s*(?:```|~~~)/.test(line)) {
      fenced = !fenced;
      joint = '\n\n';
      continue;
    }
    for (const part of fenced || isOutput(line) ? cutLong(line.trimEnd()) : sentencesOf(line)) {
      segments.push({ text: part, joint, at: segments.length });
      joint = ' ';
    }
    joint = '\n';
  }
  return segments;
}

// Signs and indents tell output and code from prose: prose has words between its full stops.
function isOutput(line: string): boolean {
  return /^\s{2,}|[{};]\s*$|^\s*[\d.:→|-]+[\t ]/.test(line) || !/[a-z]{2} [a-z]{2,} [a-z]/i.test(line);
}

function sentencesOf(line: string): string[] {
  return line
    .trim()
    .split(/(?<=[.!?])\s+(?=[A-Z`"'([])/)
    .flatMap(cutLong);
}

function cutLong(text: string): string[] {
  const parts: string[] = [];
  let rest = text;
  while (rest.length > MOST_SEGMENT) {
    const window = rest.slice(0, MOST_SEGMENT);
    const end = Math.max(window.lastIndexOf(' '), window.lastIndexOf(','), window.lastIndexOf(';'));
    const cut = end > MOST_SEGMENT / 2 ? end + 1 : wholeAt(rest, MOST_SEGMENT);
    parts.push(rest.slice(0, cut).trimEnd());
    rest = rest.slice(cut).trimStart();
  }
  if (rest !== '') parts.push(rest);
  return parts;
}
