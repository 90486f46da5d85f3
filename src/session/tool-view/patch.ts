// The changed lines of an edit: the client's own hunks where it kept them, else made from the old and the new text.
import { arrayField, isObject, type Json, type JsonObject, numberField } from '../../base/json.ts';

export interface Hunk {
  /** Line numbers count from 1; undefined where only the changed texts are known. */
  readonly oldStart: number | undefined;
  readonly newStart: number | undefined;
  /** Each line with its sign in front: a space, `-` or `+`. */
  readonly lines: readonly string[];
}

/** The hunks of `structuredPatch`; undefined where it is missing or of another shape. */
export function readHunks(result: JsonObject | undefined): Hunk[] | undefined {
  return arrayField(result, 'structuredPatch')?.filter(isObject).map(readHunk);
}

/** One hunk that turns the old text into the new one, without the lines that both share at start and end. */
export function hunkBetween(oldText: string, newText: string): Hunk | undefined {
  const before = textLines(oldText);
  const after = textLines(newText);
  let start = 0;
  while (start < before.length && start < after.length && before[start] === after[start]) start++;
  let end = 0;
  while (
    end < before.length - start &&
    end < after.length - start &&
    before[before.length - 1 - end] === after[after.length - 1 - end]
  )
    end++;
  const removed = before.slice(start, before.length - end).map((line) => `-${line}`);
  const added = after.slice(start, after.length - end).map((line) => `+${line}`);
  if (removed.length + added.length === 0) return undefined;
  return { oldStart: undefined, newStart: undefined, lines: [...removed, ...added] };
}

export interface LineCounts {
  readonly added: number;
  readonly removed: number;
}

export function countChanges(hunks: readonly Hunk[]): LineCounts {
  let added = 0;
  let removed = 0;
  for (const hunk of hunks) {
    for (const line of hunk.lines) {
      if (line.startsWith('+')) added++;
      else if (line.startsWith('-')) removed++;
    }
  }
  return { added, removed };
}

/** The lines of a text; a newline at the end opens no further line. */
export function textLines(text: string): string[] {
  if (text === '') return [];
  return (text.endsWith('\n') ? text.slice(0, -1) : text).split('\n');
}

function readHunk(hunk: JsonObject): Hunk {
  const isLine = (line: Json): line is string => typeof line === 'string';
  return {
    oldStart: numberField(hunk, 'oldStart'),
    newStart: numberField(hunk, 'newStart'),
    lines: (arrayField(hunk, 'lines') ?? []).filter(isLine),
  };
}
