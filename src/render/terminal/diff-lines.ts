// The hunks of an edit as a unified diff with coloured signs.
import type { Hunk } from '../../session/tool-view/patch.ts';
import type { CutText } from './cut-lines.ts';
import type { Palette } from './palette.ts';
import { safeText } from './safe-text.ts';

export function diffLines(hunks: readonly Hunk[], most: number, palette: Palette): CutText {
  const lines: string[] = [];
  let total = 0;
  for (const [i, hunk] of hunks.entries()) {
    const head = hunkHead(hunk, i);
    if (head !== undefined) {
      total++;
      if (lines.length < most) lines.push(palette.faint(head));
    }
    total += hunk.lines.length;
    for (const line of hunk.lines) {
      if (lines.length >= most) break;
      lines.push(paintLine(safeText(line).replaceAll('\n', ' ').trimEnd(), palette));
    }
  }
  return { lines, left: total - lines.length };
}

function hunkHead(hunk: Hunk, index: number): string | undefined {
  if (hunk.newStart !== undefined) return `@@ line ${hunk.newStart}`;
  return index === 0 ? undefined : '@@';
}

function paintLine(line: string, palette: Palette): string {
  if (line.startsWith('+')) return palette.added(line);
  return line.startsWith('-') ? palette.removed(line) : palette.faint(line);
}
