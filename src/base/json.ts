// The shapes of parsed JSON, and guards for reading fields that may be missing or of another type.

/** Any JSON value, read-only. */
export type Json = null | boolean | number | string | readonly Json[] | JsonObject;

/** A JSON object; a key that is not there is undefined. */
export interface JsonObject {
  readonly [key: string]: Json | undefined;
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The value itself where it is an object, undefined where it is anything else. */
export function asObject(value: unknown): JsonObject | undefined {
  return isObject(value) ? value : undefined;
}

/** What the text says, where that is one object. */
export function parseObject(text: string): JsonObject | undefined {
  try {
    return asObject(JSON.parse(text));
  } catch {
    return undefined;
  }
}

/** The field's string, or undefined where it is missing or something else. */
export function stringField(object: JsonObject | undefined, key: string): string | undefined {
  const value = object?.[key];
  return typeof value === 'string' ? value : undefined;
}

/** The field's number; `1e400`, which the parser reads as infinite, is none. */
export function numberField(object: JsonObject | undefined, key: string): number | undefined {
  const value = object?.[key];
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}

/** More than anything can have been counted to: one forged line of it would drown every sum that it is part of. */
const MOST_COUNTED = 1e12;

/** Whether the value can be a count of anything. */
export function isCount(value: unknown): value is number {
  return Number.isInteger(value) && (value as number) >= 0 && (value as number) <= MOST_COUNTED;
}

/** The field as a count, 0 where it is missing or cannot be one. */
export function countField(object: JsonObject | undefined, key: string): number {
  const value = object?.[key];
  return isCount(value) ? value : 0;
}

export function objectField(object: JsonObject | undefined, key: string): JsonObject | undefined {
  return asObject(object?.[key]);
}

export function arrayField(object: JsonObject | undefined, key: string): readonly Json[] | undefined {
  const value = object?.[key];
  return Array.isArray(value) ? (value as readonly Json[]) : undefined;
}

/** The value as words, whatever it is: `String()` throws on an object that has a field of the name `toString`. */
export function asWords(value: Json | undefined): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
}
