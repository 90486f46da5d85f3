// Which files the list shows, and in which order.
import type { FileLine } from '../../../../server/api.ts';

export type FilesShown = 'all' | 'changed' | 'read' | 'kept' | 'turn';

export interface FilesWish {
  readonly shown: FilesShown;
  readonly words: string;
  readonly turn: number | undefined;
}

export function isChanged({ edits, writes }: FileLine): boolean {
  return edits + writes > 0;
}

export function isOnlyRead(file: FileLine): boolean {
  return !isChanged(file) && file.touches.length > 0;
}

/** Known by the client's file history alone: no call of this session touched it. */
export function isOnlyKept(file: FileLine): boolean {
  return !isChanged(file) && file.touches.length === 0;
}

/** Changed ones first, the most changed at the top; then what was only read, the most read at the top. */
export function selectFiles(files: readonly FileLine[], { shown, words, turn }: FilesWish): FileLine[] {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean);
  return files
    .filter((file) => {
      if (shown === 'changed' && !isChanged(file)) return false;
      if (shown === 'read' && !isOnlyRead(file)) return false;
      if (shown === 'kept' && !isOnlyKept(file)) return false;
      if (shown === 'turn' && !file.touches.some((touch) => touch.turn === turn)) return false;
      const path = file.path.toLowerCase();
      return wanted.every((word) => path.includes(word));
    })
    .toSorted((a, b) => weight(b) - weight(a) || b.touches.length - a.touches.length);
}

function weight(file: FileLine): number {
  return isChanged(file) ? 1 + file.added + file.removed : 0;
}
