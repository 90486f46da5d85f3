// Measures, wraps and cuts styled text to a number of columns; wide characters and emoji count as they are shown.
import stringWidth from 'string-width';
import wrapAnsi, { type Options as WrapOptions } from 'wrap-ansi';
import { isNarrow } from '../../base/is-narrow.ts';

const PLAIN = /^[\x20-\x7e]*$/;
const STYLES = /\u001b\[[0-9;]*m/g;

/** What `string-width` says; it looks each character up, which took a third of the time of showing a long session. */
export function widthOf(text: string): number {
  if (PLAIN.test(text)) return text.length;
  const bare = text.includes('\u001b') ? text.replace(STYLES, '') : text;
  return isNarrow(bare) ? bare.length : stringWidth(text);
}

/** Prose: broken between words, and within one only where it is longer than a line. */
export function wrapWords(text: string, width: number): string[] {
  return text.split('\n').flatMap((line) => {
    if (fits(line, width)) return [line.trimEnd()];
    const indent = /^ {0,24}/.exec(line)?.[0].slice(0, Math.floor(width / 3)) ?? '';
    return wrapInStretches(line.trimStart(), width - indent.length, { hard: true }).map(
      (part) => indent + part,
    );
  });
}

/** Code and output: every character kept, broken at the last column. */
export function wrapColumns(text: string, width: number): string[] {
  return text.split('\n').flatMap((line) => {
    if (fits(line, width)) return [line];
    return wrapInStretches(line, width, { hard: true, wordWrap: false, trim: false });
  });
}

/** Of a line longer than a stretch it is not asked: measuring it would take as long as wrapping it, and more. */
function fits(line: string, width: number): boolean {
  return line.length <= stretchFor(width) && widthOf(line) <= width;
}

/** In code units: some lines. */
function stretchFor(width: number): number {
  return Math.max(400, 4 * width);
}

/**
 * Engines spend more than twice the time on finding the characters of a text that is twice as long: long lines are wrapped in
 * stretches, each with the line that the one before it began.
 */
function wrapInStretches(line: string, width: number, how: WrapOptions): string[] {
  const lines: string[] = [];
  const length = stretchFor(width);
  let [from, begun] = [0, ''];
  while (line.length - from > length) {
    const end = endOfStretch(line, from, length);
    const parts = wrapAnsi(begun + line.slice(from, end), width, how).split('\n');
    begun = parts.pop() ?? '';
    lines.push(...parts);
    from = end;
  }
  lines.push(...wrapAnsi(begun + line.slice(from), width, how).split('\n'));
  return lines;
}

/** Before a space if there is one: behind it, what is trimmed there would be missing between two words. */
function endOfStretch(line: string, from: number, length: number): number {
  const space = line.lastIndexOf(' ', from + length);
  if (space > from) return space;
  let end = from + length;
  const style = line.lastIndexOf('\u001b', end);
  if (style > from && !STYLE_END.test(line.slice(style, end))) end = style;
  while (end < line.length && (BELONGS_BEFORE.test(line.slice(end, end + 2)) || line[end - 1] === JOINER))
    end++;
  return end;
}

const STYLE_END = /[A-Za-z]/;
const JOINER = '\u200d';
/** The second half of a character, and what changes the look of the one before it. */
const BELONGS_BEFORE = /^(?:[\udc00-\udfff]|\u200d|\ufe0f|\p{M}|[\u{1f3fb}-\u{1f3ff}])/u;

/** One line, with `…` in place of what does not fit. */
export function cutLine(line: string, width: number): string {
  if (line.length <= width && PLAIN.test(line)) return line;
  // Measuring a line of megabytes would take long; no character needs more than this many code units with its styles.
  const head = line.length > width * 40 ? `${line.slice(0, width * 40)}…` : line;
  if (widthOf(head) <= width) return head;
  if (width < 2) return '…'.slice(0, Math.max(0, width));
  if (isNarrow(head)) return `${head.slice(0, width - 1)}…`;
  const [kept = ''] = wrapAnsi(head, width - 1, { hard: true, wordWrap: false, trim: false }).split('\n');
  return `${kept}…`;
}

export function padEnd(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - widthOf(text)));
}
