// The lines of a diff with their numbers; where one line became another, the stretch that differs.
import { wholeAt } from '../../base/text-start.ts';
import type { Hunk } from '../../session/tool-view/patch.ts';

export interface DiffLine {
  readonly sign: '+' | '-' | ' ' | '@';
  readonly before: number | undefined;
  readonly after: number | undefined;
  readonly text: string;
  readonly changed: readonly [number, number] | undefined;
}

export function listDiffLines(hunks: readonly Hunk[]): DiffLine[] {
  const lines: DiffLine[] = [];
  for (const [number, hunk] of hunks.entries()) {
    if (number > 0) {
      const where = hunk.newStart === undefined ? '' : `line ${hunk.newStart}`;
      lines.push({ sign: '@', before: undefined, after: undefined, text: where, changed: undefined });
    }
    let [before, after] = [hunk.oldStart, hunk.newStart];
    const first = lines.length;
    for (const line of hunk.lines) {
      const sign = line.startsWith('+') ? '+' : line.startsWith('-') ? '-' : ' ';
      // Notes of the patch format, such as a missing newline at the end, are no lines of the file.
      if (line.startsWith('\\')) continue;
      lines.push({
        sign,
        before: sign === '+' ? undefined : before,
        after: sign === '-' ? undefined : after,
        text: line.slice(1),
        changed: undefined,
      });
      if (sign !== '+' && before !== undefined) before++;
      if (sign !== '-' && after !== undefined) after++;
    }
    markPairs(lines, first);
  }
  return lines;
}

// As many removed lines as added ones right behind them: each became the one in its place.
function markPairs(lines: DiffLine[], first: number): void {
  for (let at = first; at < lines.length; at++) {
    let removed = 0;
    while (lines[at + removed]?.sign === '-') removed++;
    let added = 0;
    while (lines[at + removed + added]?.sign === '+') added++;
    if (removed > 0 && removed === added && removed <= 8) {
      for (let i = 0; i < removed; i++) markPair(lines, at + i, at + removed + i);
    }
    at += Math.max(0, removed + added - 1);
  }
}

function markPair(lines: DiffLine[], old: number, now: number): void {
  const [a, b] = [lines[old], lines[now]];
  if (!a || !b) return;
  const most = Math.min(a.text.length, b.text.length);
  let start = 0;
  while (start < most && a.text[start] === b.text[start]) start++;
  let end = 0;
  while (end < most - start && a.text[a.text.length - 1 - end] === b.text[b.text.length - 1 - end]) end++;
  // A character of two halves, such as an emoji, changes as a whole.
  start = Math.min(wholeAt(a.text, start), wholeAt(b.text, start));
  if ([a.text, b.text].some((text) => wholeAt(text, text.length - end) < text.length - end)) end--;
  // Lines with little in common are two lines, not one that changed.
  if (start + end < most / 3) return;
  lines[old] = { ...a, changed: span(start, a.text.length - end) };
  lines[now] = { ...b, changed: span(start, b.text.length - end) };
}

function span(start: number, end: number): readonly [number, number] | undefined {
  return end > start ? [start, end] : undefined;
}
