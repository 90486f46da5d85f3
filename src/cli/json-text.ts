// JSON as every command prints it: whole lines, and nothing in them that could steer a terminal.
import { escapeControls } from '../base/escape-controls.ts';

/** One line, or several where an indent is given; ends in a newline. */
export function jsonText(value: unknown, indent?: number): string {
  return `${escapeControls(JSON.stringify(value, undefined, indent))}\n`;
}

/**
 * The same line, field by field: one character beyond Latin-1 makes a string take twice the room and the time to write it,
 * and of a long answer only the last field may have any.
 */
export function* jsonParts(value: Readonly<Record<string, unknown>>): Generator<string> {
  let before = '{';
  for (const [name, field] of Object.entries(value)) {
    const text = JSON.stringify(field);
    // As in JSON.stringify: what has no form in JSON is left out.
    if (text === undefined) continue;
    yield `${before}${escapeControls(JSON.stringify(name))}:`;
    // By itself: put together with its name, a long text would be copied once more.
    yield escapeControls(text);
    before = ',';
  }
  yield before === '{' ? '{}\n' : '}\n';
}
