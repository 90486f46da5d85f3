// The client's `sessions-index.json`: reads its entries, and plans what becomes of those of some sessions.
import { encodeUtf8 } from '../base/bytes.ts';
import { asWords, isObject, type JsonObject, parseObject } from '../base/json.ts';
import type { ChangeSet } from './change-set.ts';

/** The entries of an index's text; none where it cannot be read. */
export function listIndex(text: string): JsonObject[] {
  const entries = parseObject(text)?.entries;
  return Array.isArray(entries) ? entries.filter(isObject) : [];
}

/** The index's text with other entries, in the client's own layout. */
export function writeIndex(text: string, entries: readonly JsonObject[]): string {
  const value = JSON.parse(text) as JsonObject;
  const indent = /^\{\n( +)/.exec(text)?.[1]?.length ?? 0;
  return JSON.stringify({ ...value, entries }, null, indent) + (text.endsWith('\n') ? '\n' : '');
}

/** Several sessions may stand in one index, which is written once. */
export class IndexEdits {
  readonly #change: (entry: JsonObject) => JsonObject | undefined;
  readonly #files = new Map<string, { text: string; ids: Set<string> }>();

  /** `change` gives what stands in an entry's place; undefined takes it out. */
  constructor(change: (entry: JsonObject) => JsonObject | undefined) {
    this.#change = change;
  }

  add({ file, text }: { readonly file: string; readonly text: string }, sessionId: string): void {
    const known = this.#files.get(file) ?? { text, ids: new Set<string>() };
    known.ids.add(sessionId);
    this.#files.set(file, known);
  }

  plan(changes: ChangeSet): void {
    for (const [file, { text, ids }] of this.#files) {
      const entries = listIndex(text).flatMap((entry) => {
        const next = ids.has(asWords(entry.sessionId)) ? this.#change(entry) : entry;
        return next ? [next] : [];
      });
      changes.replace(file, () => [encodeUtf8(writeIndex(text, entries))], { optional: true });
    }
  }
}

/** What takes sessions out of their indexes. */
export function indexRemovals(): IndexEdits {
  return new IndexEdits(() => undefined);
}
