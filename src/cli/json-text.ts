// JSON as every command prints it: whole lines, and nothing in them that could steer a terminal.
import { escapeControls } from '../base/escape-controls.ts';
import { jsonPieces } from '../base/json-pieces.ts';

/** One line, or several where an indent is given; ends in a newline. */
export function jsonText(value: unknown, indent?: number): string {
  return `${escapeControls(JSON.stringify(value, undefined, indent))}\n`;
}

/** The same line, field by field: of a long answer only the last field may have characters beyond Latin-1. */
export function* jsonParts(value: object): Generator<string> {
  for (const piece of jsonPieces(value)) yield escapeControls(piece);
  yield '\n';
}
