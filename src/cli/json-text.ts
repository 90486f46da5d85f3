// JSON as every command prints it: whole lines, and nothing in them that could steer a terminal.
import { escapeControls } from '../base/escape-controls.ts';

/** One line, or several where an indent is given; ends in a newline. */
export function jsonText(value: unknown, indent?: number): string {
  return `${escapeControls(JSON.stringify(value, undefined, indent))}\n`;
}
