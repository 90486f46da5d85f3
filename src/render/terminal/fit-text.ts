// Measures, wraps and cuts styled text to a number of columns; wide characters and emoji count as they are shown.
import stringWidth from 'string-width';
import wrapAnsi from 'wrap-ansi';

const PLAIN = /^[\x20-\x7e]*$/;
/** Latin letters, punctuation, arrows, lines and blocks: a column each, whatever stands beside them. */
const NARROW = /^[\x20-\x7e\u00a1-\u00ac\u00ae-\u02af\u2010-\u2027\u2030-\u205e\u2190-\u22ff\u2500-\u25fc]*$/;
const STYLES = /\u001b\[[0-9;]*m/g;

/** What `string-width` says; it looks each character up, which took a third of the time of showing a long session. */
export function widthOf(text: string): number {
  if (PLAIN.test(text)) return text.length;
  const bare = text.includes('\u001b') ? text.replace(STYLES, '') : text;
  return NARROW.test(bare) ? bare.length : stringWidth(text);
}

/** Prose: broken between words, and within one only where it is longer than a line. */
export function wrapWords(text: string, width: number): string[] {
  return text.split('\n').flatMap((line) => {
    if (widthOf(line) <= width) return [line.trimEnd()];
    const indent = /^ {0,24}/.exec(line)?.[0].slice(0, Math.floor(width / 3)) ?? '';
    return wrapAnsi(line.trimStart(), width - indent.length, { hard: true })
      .split('\n')
      .map((part) => indent + part);
  });
}

/** Code and output: every character kept, broken at the last column. */
export function wrapColumns(text: string, width: number): string[] {
  return text.split('\n').flatMap((line) => {
    if (widthOf(line) <= width) return [line];
    return wrapAnsi(line, width, { hard: true, wordWrap: false, trim: false }).split('\n');
  });
}

/** One line, with `…` in place of what does not fit. */
export function cutLine(line: string, width: number): string {
  if (line.length <= width && PLAIN.test(line)) return line;
  // Measuring a line of megabytes would take long; no character needs more than this many code units with its styles.
  const head = line.length > width * 40 ? `${line.slice(0, width * 40)}…` : line;
  if (widthOf(head) <= width) return head;
  if (width < 2) return '…'.slice(0, Math.max(0, width));
  if (NARROW.test(head)) return `${head.slice(0, width - 1)}…`;
  const [kept = ''] = wrapAnsi(head, width - 1, { hard: true, wordWrap: false, trim: false }).split('\n');
  return `${kept}…`;
}

export function padEnd(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - widthOf(text)));
}
