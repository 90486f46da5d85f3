// Lenient reading of the entry fields that clew uses: a missing field or one of another type is undefined, never an error.
//
// Those that are asked for of every entry name their field in the code: to hand a name on takes an engine twice as long.
import { isObject, type JsonObject, stringField } from '../base/json.ts';
import { parseTime } from '../base/parse-time.ts';
import type { Entry } from './line.ts';

/** The entry's type; `(none)` where it has none, so that it can be counted and shown. */
export function typeOf(entry: Entry): string {
  const { type } = entry.value;
  return typeof type === 'string' ? type : '(none)';
}

export function uuidOf(entry: Entry): string | undefined {
  const { uuid } = entry.value;
  return typeof uuid === 'string' ? uuid : undefined;
}

export function parentUuidOf(entry: Entry): string | undefined {
  const { parentUuid } = entry.value;
  return typeof parentUuid === 'string' ? parentUuid : undefined;
}

export function logicalParentUuidOf(entry: Entry): string | undefined {
  return stringField(entry.value, 'logicalParentUuid');
}

export function timestampOf(entry: Entry): string | undefined {
  const { timestamp } = entry.value;
  return typeof timestamp === 'string' ? timestamp : undefined;
}

/** The timestamp in milliseconds, or undefined where there is none that can be read. */
export function timeOf(entry: Entry): number | undefined {
  const text = timestampOf(entry);
  const time = text === undefined ? Number.NaN : parseTime(text);
  return Number.isNaN(time) ? undefined : time;
}

export function sessionIdOf(entry: Entry): string | undefined {
  return stringField(entry.value, 'sessionId');
}

export function messageOf(entry: Entry): JsonObject | undefined {
  const { message } = entry.value;
  return isObject(message) ? message : undefined;
}

export function messageIdOf(entry: Entry): string | undefined {
  const { message } = entry.value;
  const id = isObject(message) ? message.id : undefined;
  return typeof id === 'string' ? id : undefined;
}

/** The model that the client names for words of its own [M6]. */
export const SYNTHETIC = '<synthetic>';

export function modelOf(entry: Entry): string | undefined {
  return stringField(messageOf(entry), 'model');
}

export function isSidechain(entry: Entry): boolean {
  return entry.value.isSidechain === true;
}

export function isMeta(entry: Entry): boolean {
  return entry.value.isMeta === true;
}

export function isCompactBoundary(entry: Entry): boolean {
  return entry.value.type === 'system' && entry.value.subtype === 'compact_boundary';
}

export function isCompactSummary(entry: Entry): boolean {
  return entry.value.isCompactSummary === true;
}

/** The kind of an attachment, `(none)` where it names none, undefined for other entries. */
export function attachmentTypeOf(entry: Entry): string | undefined {
  if (entry.value.type !== 'attachment') return undefined;
  const attachment = entry.value.attachment;
  return (isObject(attachment) ? stringField(attachment, 'type') : undefined) ?? '(none)';
}

/** The subtype of a system entry, `(none)` where it has none (1.0.x), undefined for other entries. */
export function systemSubtypeOf(entry: Entry): string | undefined {
  if (entry.value.type !== 'system') return undefined;
  return stringField(entry.value, 'subtype') ?? '(none)';
}
