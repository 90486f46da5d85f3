// A note on a turn as lines of text and as a piece of Markdown.
import { stripControls, stripToLine } from '../base/strip-controls.ts';
import type { Note } from '../session/note.ts';
import { escapeText } from './markdown/safe-markdown.ts';
import { makePalette, type Palette } from './terminal/palette.ts';

const MARGIN = '  ';

/** Each line behind a mark, so that it is not taken for a part of the session. */
export function noteText(note: Note, palette: Palette = makePalette(false)): string {
  const { heading, lines } = partsOf(note);
  const marked = [heading, ...lines].filter((line) => line !== '');
  return `${marked.map((line) => `${MARGIN}${palette.faint('✎')} ${line}`).join('\n')}\n\n`;
}

export function noteMarkdown(note: Note): string {
  const { heading, lines } = partsOf(note);
  return [`**Note${heading === '' ? '' : `: ${escapeText(heading)}`}**`, '', ...lines.map(escapeText)]
    .map((line) => `> ${line}`.trimEnd())
    .join('\n');
}

function partsOf({ note, labels }: Note): { readonly heading: string; readonly lines: readonly string[] } {
  const lines = note.trim() === '' ? [] : stripControls(note.trim()).split('\n');
  return { heading: labels.map(stripToLine).join(', '), lines };
}
