// Cuts the bodies of a parsed line short and lets its bytes go, so that a long session can be held while it is read.
import { copyBytes } from '../base/bytes.ts';
import { isObject, type Json, type JsonObject } from '../base/json.ts';
import { textStart } from '../base/text-start.ts';
import type { Line } from './line.ts';

export interface SlimLine {
  readonly line: Line;
  /** Something was cut: whoever needs it whole reads the line again by its place. */
  readonly cut: boolean;
}

/** What tools were given and gave back, pictures, snapshots: nothing of the model is read from behind their beginning. */
const BODY_MOST = 2000;
/** What people and models said decides about turns, copies and titles; only what no one reads whole is cut. */
const TALK_MOST = 100_000;
const NO_BYTES: Uint8Array = new Uint8Array(0);
const KEPT_BYTES = 4096;
/** Deeper than any client nests; what lies below is left as it is. */
const MAX_DEPTH = 64;

/**
 * Graph, branches, turns, user kinds, titles, usage, calls and their agents come out as from the whole line; texts that a
 * person would see, diffs and counts of lines do not where `cut` is set.
 */
export function slimLine(line: Line, bodyMost: number = BODY_MOST): SlimLine {
  switch (line.kind) {
    case 'entry': {
      // No text in a line is longer than the line: most are too short for anything to be cut.
      const value = line.place.length > bodyMost ? slimEntry(line.value, bodyMost) : line.value;
      return { line: { ...line, raw: NO_BYTES, value }, cut: value !== line.value };
    }
    case 'unreadable': {
      const parts = line.parts.map(({ value }) => ({ value: slimEntry(value, bodyMost), text: '' }));
      // A copy: a view would keep the whole chunk that it was read in.
      const raw = copyBytes(line.raw.subarray(0, KEPT_BYTES));
      const cut =
        raw.length < line.raw.length || parts.some(({ value }, i) => value !== line.parts[i]?.value);
      return { line: { ...line, raw, parts }, cut };
    }
    case 'blank':
      return { line: { ...line, raw: NO_BYTES }, cut: false };
  }
}

function slimEntry(value: JsonObject, bodyMost: number): JsonObject {
  return mapFields(value, (field, key) => {
    if (key === 'message' && isObject(field)) return slimMessage(field, bodyMost);
    return shorten(field, isBody(key, field) ? bodyMost : TALK_MOST, 0);
  });
}

const BODIES: ReadonlySet<string> = new Set(['toolUseResult', 'data', 'snapshot', 'attachment']);

// A prompt typed while the model worked exists only as an attachment [U4].
function isBody(key: string, field: Json): boolean {
  return BODIES.has(key) && !(isObject(field) && field.type === 'queued_command');
}

function slimMessage(message: JsonObject, bodyMost: number): JsonObject {
  return mapFields(message, (field, key) => {
    if (key !== 'content' || !Array.isArray(field)) return shorten(field, TALK_MOST, 0);
    return mapItems(field as readonly Json[], (block) => slimBlock(block, bodyMost));
  });
}

function slimBlock(block: Json, bodyMost: number): Json {
  if (!isObject(block)) return shorten(block, TALK_MOST, 0);
  switch (block.type) {
    case 'tool_use':
      return mapFields(block, (field, key) =>
        key === 'input' && isObject(field) ? slimInput(field, bodyMost) : shorten(field, bodyMost, 0),
      );
    case 'tool_result':
    case 'image':
    case 'document':
      return shorten(block, bodyMost, 0);
    default:
      return shorten(block, TALK_MOST, 0);
  }
}

// An agent is found by the prompt that its call gave it [T5].
function slimInput(input: JsonObject, bodyMost: number): JsonObject {
  return mapFields(input, (field, key) => shorten(field, key === 'prompt' ? TALK_MOST : bodyMost, 0));
}

function shorten(value: Json, most: number, depth: number): Json {
  if (typeof value === 'string') return value.length > most ? copyStart(value, most) : value;
  if (value === null || typeof value !== 'object' || depth > MAX_DEPTH) return value;
  if (Array.isArray(value)) return mapItems(value as readonly Json[], (one) => shorten(one, most, depth + 1));
  return mapFields(value as JsonObject, (one) => shorten(one, most, depth + 1));
}

// Through JSON: an engine's slice would keep the whole string alive behind its beginning.
function copyStart(text: string, most: number): string {
  return JSON.parse(JSON.stringify(textStart(text, most))) as string;
}

function mapItems(items: readonly Json[], change: (item: Json) => Json): readonly Json[] {
  let changed: Json[] | undefined;
  for (const [i, item] of items.entries()) {
    const next = change(item);
    if (next === item) continue;
    changed ??= [...items];
    changed[i] = next;
  }
  return changed ?? items;
}

function mapFields(object: JsonObject, change: (field: Json, key: string) => Json): JsonObject {
  let changed: Record<string, Json | undefined> | undefined;
  for (const key in object) {
    const field = object[key];
    if (field === undefined) continue;
    const next = change(field, key);
    if (next === field) continue;
    changed ??= { ...object };
    changed[key] = next;
  }
  return changed ?? object;
}
