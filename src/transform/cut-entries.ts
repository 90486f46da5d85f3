// A cut session's items as entries, for what reads entries: predictions and measures.
import type { Entry } from '../log/line.ts';
import type { CutItem, CutSession } from './cut-session.ts';

export function cutEntries(session: CutSession): Entry[] {
  return session.items.map(asEntry);
}

function asEntry({ entry, value }: CutItem, index: number): Entry {
  if (entry?.value === value) return entry;
  const place = entry?.place ?? { line: index + 1, offset: -1, length: 0 };
  return { kind: 'entry', place, raw: entry?.raw ?? NO_BYTES, terminated: true, value };
}

const NO_BYTES: Uint8Array = new Uint8Array(0);
