// Short labels from session text: one line, nothing that steers a terminal or turns the reading direction, cut by characters.
import { graphemesOf } from '../../base/graphemes.ts';
import { isNarrow } from '../../base/is-narrow.ts';
import { stripToLine } from '../../base/strip-controls.ts';
import { type Knot, MAX_LABEL } from './drawing.ts';

/** Looked at before cutting: stripping megabytes to show a line would cost more than drawing. */
const MAX_READ = 4000;

export function labelOf(text: string, otherwise: string): string {
  const line = stripToLine(text.slice(0, MAX_READ)).replace(LONE_SURROGATE, '\ufffd');
  return line === '' ? otherwise : cutLabel(line, MAX_LABEL);
}

/** No character that people see as one has more code units, but for hostile ones, which may be cut. */
const MAX_CHARACTER = 64;

const MOST_SHORT = 60;

/** The label of a knot where there is little room, a prompt's behind the number of its turn. */
export function shortLabel({ kind, turn, label }: Knot): string {
  return cutLabel(turn !== undefined && kind === 'user' ? `${turn} · ${label}` : label, MOST_SHORT);
}

/** Cuts between characters as people see them, never inside one. */
function cutLabel(line: string, most: number): string {
  if (line.length <= most) return line;
  // Most labels are such, where a code unit is a character; taking others apart costs a hundred times more.
  if (isNarrow(line.slice(0, most + MAX_CHARACTER))) return `${line.slice(0, most - 1).trimEnd()}…`;
  let cut = '';
  // One segment past the cut is enough to see where the last whole character ends.
  for (const { segment } of graphemesOf(line.slice(0, most + MAX_CHARACTER))) {
    if (cut.length + segment.length > most - 1) break;
    cut += segment;
  }
  return `${cut.trimEnd()}…`;
}

// Half a pair is no character: XML parsers refuse the whole document for it. So they do for U+FFFE and U+FFFF.
const LONE_SURROGATE =
  /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]|[\ufffe\uffff]/g;
