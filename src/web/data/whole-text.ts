// The whole of a text that a row holds only the beginning of, fetched when someone asks for it.
import { useState } from 'preact/hooks';
import type { AnyRow, CutText } from '../../server/api.ts';
import type { SessionSource } from './session-source.ts';
import type { ThreadRows } from './thread-rows.ts';
import { tell } from './toasts.ts';

export interface WholeText {
  readonly text: string;
  /** What is still missing; undefined where all is there. */
  readonly cut: CutText | undefined;
  readonly busy: boolean;
  readonly load: () => Promise<void>;
}

const STRETCH = 2_000_000;
/** More than this is for an editor, not for a page. */
const MOST = 64_000_000;
/** Texts that were asked for, by row and path: a row that leaves the screen and returns still has them. */
const known = new WeakMap<AnyRow, Map<string, string>>();

/** `missing` is what the row lacks of it, where that is told in parts. */
export function useWholeText(
  source: SessionSource,
  rows: ThreadRows,
  row: AnyRow,
  path: string,
  start: string,
  missing: CutText | undefined = row.cut?.find((one) => one.path === path),
): WholeText {
  const [busy, setBusy] = useState(false);
  const whole = known.get(row)?.get(path);
  const cut = whole === undefined ? missing : undefined;
  const load = async () => {
    if (!cut || busy) return;
    setBusy(true);
    try {
      const text = await fetchWhole(source, rows, row.id, path);
      const texts = known.get(row) ?? new Map<string, string>();
      known.set(row, texts.set(path, text));
    } catch (error) {
      tell(error instanceof Error ? error.message : String(error), 'error');
    }
    setBusy(false);
  };
  return { text: whole ?? start, cut, busy, load };
}

export async function fetchWhole(
  source: SessionSource,
  rows: ThreadRows,
  row: string,
  path: string,
): Promise<string> {
  let text = '';
  for (;;) {
    const query = { ...rows.query, path, offset: text.length, length: STRETCH };
    const answer = await source.text(row, query);
    text += answer.text;
    if (answer.text === '' || text.length >= Math.min(answer.length, MOST)) return text;
  }
}
