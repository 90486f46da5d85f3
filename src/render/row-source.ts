// The part that all rows share, read from the entry they come from.
import type { JsonObject } from '../base/json.ts';
import { timeOf, uuidOf } from '../log/fields.ts';
import type { Entry } from '../log/line.ts';
import type { NoticeKind, NoticeRow, RowSource } from './row.ts';

export function sourceOf(entry: Entry, blocks: readonly JsonObject[] = []): RowSource {
  return { place: entry.place, uuid: uuidOf(entry), time: timeOf(entry), blocks };
}

export interface NoticeWords {
  readonly label: string;
  readonly text?: string | undefined;
  readonly quiet?: boolean;
  readonly severity?: NoticeRow['severity'];
}

export function noticeRow(source: RowSource, notice: NoticeKind, words: NoticeWords): NoticeRow {
  const text = words.text?.trim() === '' ? undefined : words.text;
  const { quiet = false, severity = 'info', label } = words;
  return { kind: 'notice', ...source, notice, quiet, label, text, severity };
}
