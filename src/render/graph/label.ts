// Short labels from session text: one line, nothing that steers a terminal or turns the reading direction, cut by characters.
import { stripToLine } from '../strip-controls.ts';
import { MAX_LABEL } from './drawing.ts';

/** Looked at before cutting: stripping megabytes to show a line would cost more than drawing. */
const MAX_READ = 4000;

export function labelOf(text: string, otherwise: string): string {
  const line = stripToLine(text.slice(0, MAX_READ)).replace(LONE_SURROGATE, '\ufffd');
  return line === '' ? otherwise : cutLabel(line, MAX_LABEL);
}

/** Cuts between characters as people see them, never inside one. */
export function cutLabel(line: string, most: number): string {
  if (line.length <= most) return line;
  let cut = '';
  for (const { segment } of new Intl.Segmenter().segment(line)) {
    if (cut.length + segment.length > most - 1) break;
    cut += segment;
  }
  return `${cut.trimEnd()}…`;
}

// Half a pair is no character: XML parsers refuse the whole document for it. So they do for U+FFFE and U+FFFF.
const LONE_SURROGATE =
  /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]|[\ufffe\uffff]/g;
