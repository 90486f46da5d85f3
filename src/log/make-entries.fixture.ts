// Entries from plain objects, placed as if each were a line of a file.
import { encodeUtf8 } from '../base/bytes.ts';
import type { JsonObject } from '../base/json.ts';
import type { Entry } from './line.ts';
import { parseLog } from './read-log.ts';

export function makeEntries(values: readonly JsonObject[]): Entry[] {
  const text = values.map((value) => `${JSON.stringify(value)}\n`).join('');
  return parseLog(encodeUtf8(text)).filter((line) => line.kind === 'entry');
}
