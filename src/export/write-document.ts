// Writes a session as a document to read: Markdown, or plain text as `clew show` prints it.
import { makeClock } from '../render/format.ts';
import { rowMarkdown } from '../render/markdown/row-markdown.ts';
import { noteMarkdown, noteText } from '../render/note-text.ts';
import type { Row } from '../render/row.ts';
import { makePalette } from '../render/terminal/palette.ts';
import { makeRowWriter } from '../render/terminal/row-writer.ts';
import type { Note } from '../session/note.ts';
import { chosenTranscript, type ExportedSession } from './exported-session.ts';

/** How a document tells times. */
export interface DocumentOptions {
  /** Such as `Europe/Berlin`; by default this machine's. */
  readonly timeZone?: string | undefined;
}

/** Piece by piece: a long session does not fit into one string. */
export function* writeMarkdown(exported: ExportedSession, options: DocumentOptions = {}): Generator<string> {
  const clock = makeClock(options.timeZone);
  for (const row of documentRows(exported)) {
    const text = rowMarkdown(row, clock);
    if (text !== undefined) yield `${text}\n\n`;
    for (const note of notesAt(row, exported)) yield `${noteMarkdown(note)}\n\n`;
  }
}

const COLUMNS = 100;

/** Writes plain text as `clew show --full` prints it, piece by piece. */
export function* writeText(exported: ExportedSession, options: DocumentOptions = {}): Generator<string> {
  const writer = makeRowWriter({
    palette: makePalette(false),
    columns: COLUMNS,
    terminal: false,
    full: true,
    thinking: true,
    timeZone: options.timeZone,
    command: 'clew show',
  });
  for (const row of documentRows(exported)) {
    if ((row.kind === 'notice' && row.quiet) || (row.kind === 'thinking' && row.hidden !== undefined))
      continue;
    const text = writer.write(row);
    if (text !== '') yield text;
    for (const note of notesAt(row, exported)) yield noteText(note);
  }
}

/** The notes on the turn whose head this row is. */
function notesAt(row: Row, { notes }: ExportedSession): readonly Note[] {
  return row.kind === 'turn' ? (notes.get(row.number) ?? []) : [];
}

function* documentRows(exported: ExportedSession): Generator<Row> {
  const transcript = chosenTranscript(exported, 'nested');
  yield transcript.header;
  yield* transcript.openingRows();
  for (const turn of transcript.turns) yield* transcript.turnRows(turn);
  yield* transcript.closingRows();
}
