// Reading and changing single entries of a file that is being damaged.
import { decodeUtf8, encodeUtf8 } from '../base/bytes.ts';
import { isObject, type JsonObject, parseObject } from '../base/json.ts';
import type { Draft } from './damage.ts';
import type { Random } from './random.ts';

export interface DraftEntry {
  readonly at: number;
  readonly value: JsonObject;
}

/** The entries of the draft that pass, in file order; lines that do not parse are left out. */
export function findEntries(draft: Draft, wanted: (value: JsonObject) => boolean): DraftEntry[] {
  const found: DraftEntry[] = [];
  for (const [at, line] of draft.lines.entries()) {
    const value = parseObject(decodeUtf8(line));
    if (value && wanted(value)) found.push({ at, value });
  }
  return found;
}

export function pickEntry(
  draft: Draft,
  random: Random,
  wanted: (value: JsonObject) => boolean,
): DraftEntry | undefined {
  const found = findEntries(draft, wanted);
  return found.length === 0 ? undefined : random.pick(found);
}

export function setEntry(draft: Draft, at: number, value: JsonObject): void {
  draft.lines[at] = encodeUtf8(JSON.stringify(value));
}

export function insertLine(draft: Draft, at: number, line: string | Uint8Array): void {
  draft.lines.splice(at, 0, typeof line === 'string' ? encodeUtf8(line) : line);
}

/** A linked entry that hangs on another: the middle of a chain. */
export function isInChain(value: JsonObject): boolean {
  return typeof value.uuid === 'string' && typeof value.parentUuid === 'string';
}

/** The content blocks of an entry's message. */
export function blocksOf(value: JsonObject): readonly JsonObject[] {
  const message = value.message;
  const content = isObject(message) ? message.content : undefined;
  return Array.isArray(content) ? (content as readonly JsonObject[]).filter(isObject) : [];
}

export function hasBlock(value: JsonObject, type: string): boolean {
  return blocksOf(value).some((block) => block.type === type);
}

export function withBlocks(value: JsonObject, blocks: readonly JsonObject[]): JsonObject {
  return { ...value, message: { ...(value.message as JsonObject), content: blocks } };
}
