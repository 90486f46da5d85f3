// Takes out the entries that mending left without any content.
import { isObject, type JsonObject } from '../../base/json.ts';
import { dropLines } from './drop-lines.ts';
import type { Mended, MendedLine } from './mended-line.ts';

/** The step that emptied them has listed why. An entry that was written without content stays: clients know what to do with it. */
export function dropEmptied(lines: readonly MendedLine[]): Mended {
  return { lines: dropLines(lines, wasEmptied), changes: [] };
}

function wasEmptied({ line, value }: MendedLine): boolean {
  return value !== undefined && line?.kind === 'entry' && isEmpty(value) && !isEmpty(line.value);
}

function isEmpty({ message }: JsonObject): boolean {
  return isObject(message) && Array.isArray(message.content) && message.content.length === 0;
}
