// The first lines of a long text, and how many were left out; the rest is counted, not split.
import { cutLine, widthOf, wrapColumns } from './fit-text.ts';
import type { Paint } from './paint.ts';

export interface CutText {
  readonly lines: readonly string[];
  readonly left: number;
}

/** Up to `most` lines, without empty ones at start and end. */
export function firstLines(text: string, most: number): CutText {
  const trimmed = text.replace(/^(?:[ \t]*\n)+/, '').trimEnd();
  if (trimmed === '') return { lines: [], left: 0 };
  const lines: string[] = [];
  let at = 0;
  while (lines.length < most) {
    const end = trimmed.indexOf('\n', at);
    if (end < 0) return { lines: [...lines, trimmed.slice(at)], left: 0 };
    lines.push(trimmed.slice(at, end));
    at = end + 1;
  }
  let left = 1;
  for (let end = trimmed.indexOf('\n', at); end >= 0; end = trimmed.indexOf('\n', end + 1)) left++;
  // A note in place of a single line saves nothing.
  if (left === 1) return { lines: [...lines, trimmed.slice(at)], left: 0 };
  const kept = lines.findLastIndex((line) => line.trim() !== '') + 1;
  return { lines: lines.slice(0, kept), left: left + lines.length - kept };
}

/** Fits lines of code or output to the width: cut in the short view, broken or left whole in the full one. */
export function fitLines(lines: readonly string[], width: number, paint: Paint): string[] {
  if (!paint.full) return lines.map((line) => cutLine(line, width));
  return paint.breakCode ? lines.flatMap((line) => wrapColumns(line, width)) : [...lines];
}

/** `… 40 more lines (clew show 1a2b --turn 3 --full)`; where there is no room for the command, only its flags. */
export function moreLine(left: number, paint: Paint, width: number, what = 'line'): string {
  const short = `… ${left} more ${what}${left === 1 ? '' : 's'}`;
  const flags = / --(?:turn|agent|full)[\s\S]*$/.exec(paint.more)?.[0].trim();
  const forms = [`${short} (${paint.more})`, ...(flags ? [`${short} (${flags})`] : [])];
  return paint.palette.faint(cutLine(forms.find((form) => widthOf(form) <= width) ?? short, width));
}
