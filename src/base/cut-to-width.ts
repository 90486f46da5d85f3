// Cuts plain text to a number of columns: wide characters take two, and none is cut in half.
import stringWidth from 'string-width';
import { graphemesOf } from './graphemes.ts';
import { isNarrow } from './is-narrow.ts';

/** In columns. The library looks for escapes and wide letters, which narrow text has none of. */
export function widthOf(text: string): number {
  return isNarrow(text) ? text.length : stringWidth(text);
}

/** One line without control characters; an ellipsis stands for what was left out. */
export function cutToWidth(line: string, columns: number): string {
  if (widthOf(line) <= columns) return line;
  if (isNarrow(line)) return `${line.slice(0, Math.max(0, columns - 1)).trimEnd()}…`;
  let cut = '';
  let used = 0;
  for (const { segment } of graphemesOf(line)) {
    used += widthOf(segment);
    if (used > columns - 1) break;
    cut += segment;
  }
  return `${cut.trimEnd()}…`;
}
