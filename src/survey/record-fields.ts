// Walks one entry and records the fields of all its objects that belong to the format: entry, message, usage, blocks.
import { isObject, type JsonObject, objectField, stringField } from '../base/json.ts';
import { arrayBlocks } from '../log/block.ts';
import { attachmentTypeOf, messageOf, systemSubtypeOf, typeOf } from '../log/fields.ts';
import type { Entry } from '../log/line.ts';
import type { FieldTable } from './field-table.ts';

export function recordFields(table: FieldTable, entry: Entry): void {
  const { value, place } = entry;
  const { line, offset } = place;
  const version = value.version;
  if (typeof version === 'string') table.setVersion(version);
  const type = typeOf(entry);
  const kind = systemSubtypeOf(entry) ?? attachmentTypeOf(entry) ?? progressTypeOf(entry);
  if (kind === undefined) table.record('entry', type, value, line, offset);
  else table.record(type, kind, value, line, offset);
  const message = messageOf(entry);
  if (!message) return;
  table.record('message', type, message, line, offset);
  const usage = message.usage;
  if (isObject(usage)) table.record('usage', '', usage, line, offset);
  for (const block of arrayBlocks(message.content)) {
    table.record('block', blockTypeOf(block), block, line, offset);
    if (block.type !== 'tool_result') continue;
    for (const inner of arrayBlocks(block.content)) {
      table.record('result-block', blockTypeOf(inner), inner, line, offset);
    }
  }
}

/** The kind of a progress entry, `(none)` where it names none, undefined for other entries. */
export function progressTypeOf(entry: Entry): string | undefined {
  if (entry.value.type !== 'progress') return undefined;
  return stringField(objectField(entry.value, 'data'), 'type') ?? '(none)';
}

export function blockTypeOf(block: JsonObject): string {
  return typeof block.type === 'string' ? block.type : '(none)';
}
