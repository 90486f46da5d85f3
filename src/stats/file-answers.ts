// The answers of one file, a row of numbers each: what sums need of a file when nobody asks for its lines or its tools.
//
// A file's records (usage-record.ts) are joined here as far as one file goes; what several files hold copies of is joined
// by `AnswerLedger`, by the same comparisons as in ledger.ts. An answer takes 120 bytes instead of two objects with their
// strings: the answers of a gigabyte of sessions are read and summed in a few tenths of a second.
import { textKey } from '../base/id-table.ts';
import { SYNTHETIC } from '../log/fields.ts';
import { compareHome, isBetterCopy } from './ledger.ts';
import type { FileUsage, UsageFile, UsageRecord } from './usage-record.ts';

export interface FileAnswers {
  readonly file: UsageFile;
  /** `STRIDE` numbers an answer, in the order of `AT`; in order of first appearance. */
  readonly numbers: Float64Array<ArrayBuffer>;
  /** Models, sessions and agents, which the numbers name by their place. */
  readonly names: readonly string[];
}

/**
 * Where each number of an answer stands. `key` is a hash of the id, NaN where there is none: among half a million ids, the
 * chance that any two are taken for one is one in a hundred thousand. The figures are those of the copy with the most
 * output; `time`, `offset`, `session`, `agent` and the last two flags are those of the copy that was written first [K3].
 */
export const AT = {
  key: 0,
  time: 1,
  offset: 2,
  figuresTime: 3,
  figuresOffset: 4,
  input: 5,
  output: 6,
  cacheRead: 7,
  cacheWrite5m: 8,
  cacheWrite1h: 9,
  webSearches: 10,
  model: 11,
  session: 12,
  agent: 13,
  flags: 14,
} as const;
export const STRIDE = 15;

export const FINAL = 1;
export const FAST = 2;
export const US_ONLY = 4;
export const SIDECHAIN = 8;
export const PROGRESS = 16;

interface Draft {
  home: UsageRecord;
  figures: UsageRecord;
  final: boolean;
}

export function joinAnswers({ file, records }: FileUsage): FileAnswers {
  const drafts: Draft[] = [];
  const known = new Map<string, Draft>();
  let last: Draft | undefined;
  for (const record of records) {
    if (record.model === SYNTHETIC) continue;
    const { id } = record;
    // The lines of an answer mostly stand one behind the other.
    const draft = id === undefined ? undefined : last?.home.id === id ? last : known.get(id);
    if (draft) addLine(draft, record, file);
    else {
      last = { home: record, figures: record, final: record.final };
      drafts.push(last);
      if (id !== undefined) known.set(id, last);
    }
  }
  return packDrafts(drafts, file);
}

function addLine(draft: Draft, record: UsageRecord, file: UsageFile): void {
  if (record.final) draft.final = true;
  if (isBetterCopy(record, file, draft.figures, file)) draft.figures = record;
  if (compareHome(record, file, draft.home, file) < 0) draft.home = record;
}

function packDrafts(drafts: readonly Draft[], file: UsageFile): FileAnswers {
  const numbers = new Float64Array(drafts.length * STRIDE);
  const names = new Map<string, number>();
  const place = (text: string | undefined): number => {
    if (text === undefined) return -1;
    const found = names.get(text);
    if (found !== undefined) return found;
    names.set(text, names.size);
    return names.size - 1;
  };
  let at = 0;
  for (const { home, figures, final } of drafts) {
    numbers[at + AT.key] = home.id === undefined ? Number.NaN : textKey(home.id);
    numbers[at + AT.time] = home.time ?? Number.NaN;
    numbers[at + AT.offset] = home.offset;
    numbers[at + AT.figuresTime] = figures.time ?? Number.NaN;
    numbers[at + AT.figuresOffset] = figures.offset;
    numbers[at + AT.input] = figures.input;
    numbers[at + AT.output] = figures.output;
    numbers[at + AT.cacheRead] = figures.cacheRead;
    numbers[at + AT.cacheWrite5m] = figures.cacheWrite5m;
    numbers[at + AT.cacheWrite1h] = figures.cacheWrite1h;
    numbers[at + AT.webSearches] = figures.webSearches;
    numbers[at + AT.model] = place(figures.model);
    numbers[at + AT.session] = place(home.sessionId);
    numbers[at + AT.agent] = place(home.agentId);
    numbers[at + AT.flags] =
      (final ? FINAL : 0) |
      (figures.fast ? FAST : 0) |
      (figures.usOnly ? US_ONLY : 0) |
      (home.sidechain ? SIDECHAIN : 0) |
      (home.source === 'progress' ? PROGRESS : 0);
    at += STRIDE;
  }
  return { file, numbers, names: [...names.keys()] };
}
