// Searches one file as ripgrep would, for the bytes that a hit must hold, and reads only the lines that have them.
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { stringField } from '../../base/json.ts';
import { entryBlocks, isToolUse } from '../../log/block.ts';
import { modelOf, timeOf } from '../../log/fields.ts';
import { parseLine } from '../../log/parse-line.ts';
import { MAX_LINE_BYTES } from '../../log/split-lines.ts';
import { type ExtractedText, entriesOf, extractTexts } from '../extract-texts.ts';
import type { MatchedRow } from '../search/match-rows.ts';
import { agentInside } from '../sync/text-collector.ts';
import { findLines, type LineSpan } from './find-lines.ts';
import type { Pattern } from './pattern.ts';
import { runWithin } from './run-within.ts';

export interface ScanTarget {
  readonly path: string;
  readonly sessionId: string | undefined;
  readonly agentId: string | undefined;
  readonly bytes: number;
}

/** A hit without its number in the index: it is found in the file, whether the index knows it or not. */
export type ScannedRow = Omit<MatchedRow, 'id' | 'score' | 'gone'>;

interface Piece {
  readonly lines: Buffer;
  readonly base: number;
  readonly number: number;
}

interface Hit {
  readonly row: ScannedRow;
  /** Of a result: the call whose tool is to be named. */
  readonly callId: string | undefined;
}

const NEWLINE = 10;
const FIRST_BUFFER = 1 << 22;
/** What takes longer is tried against a pattern that has no end: ten times what a slow machine needs. */
export const MOST_MS = 5000;
const LEAST_BYTES_PER_MS = 10_000;

/** Reads file after file with one buffer, which grows to the longest line [L2]. */
export class FileScanner {
  #buffer: Buffer = Buffer.allocUnsafeSlow(FIRST_BUFFER);
  readonly #pattern: Pattern;
  readonly #most: number;

  constructor(pattern: Pattern, most: number = MOST_MS) {
    this.#pattern = pattern;
    this.#most = most;
  }

  /** Throws what the file system throws; refuses a pattern that finds no end. */
  scan(target: ScanTarget): ScannedRow[] {
    const hits: Hit[] = [];
    for (const piece of this.#pieces(target.path)) {
      const spans = findLines(piece.lines, this.#pattern);
      // Most files have nothing that could fit: only with the others is the pattern tried, and its time taken.
      if (spans.length === 0) continue;
      const most = this.#most + piece.lines.length / LEAST_BYTES_PER_MS;
      for (const hit of runWithin(most, () => this.#match(target, piece, spans))) hits.push(hit);
    }
    const rows = hits.map(({ row }) => row);
    const waiting = hits.flatMap(({ callId }, at) => (callId === undefined ? [] : [{ at, callId }]));
    if (waiting.length > 0) this.#nameTools(target, rows, waiting);
    return rows;
  }

  #match(target: ScanTarget, { lines, base, number }: Piece, spans: readonly LineSpan[]): Hit[] {
    const hits: Hit[] = [];
    let counted = 0;
    let line = number;
    for (const [start, end] of spans) {
      for (
        let at = lines.indexOf(NEWLINE, counted);
        at >= 0 && at < start;
        at = lines.indexOf(NEWLINE, at + 1)
      )
        line++;
      counted = start;
      const place = { line, offset: base + start, length: end - start };
      const parsed = parseLine({ place, raw: lines.subarray(start, end), terminated: true });
      for (const [part, text] of extractTexts(parsed).entries()) {
        this.#pattern.regex.lastIndex = 0;
        if (!this.#pattern.regex.test(text.text)) continue;
        const callId = text.kind === 'tool-result' ? text.callId : undefined;
        hits.push({ row: rowOf(target, text, place, part), callId });
      }
    }
    return hits;
  }

  /** Whole lines of the file, with the offset of the first byte and the number of the first line. */
  *#pieces(path: string): Generator<Piece> {
    const handle = openSync(path, 'r');
    try {
      // What comes while we search is not searched: so the last piece is known as such, and its lines need not be counted.
      const { size } = fstatSync(handle);
      let kept = 0;
      let base = 0;
      let number = 1;
      for (;;) {
        if (kept === this.#buffer.length) {
          if (kept > MAX_LINE_BYTES) return;
          const larger = Buffer.allocUnsafeSlow(kept * 2);
          this.#buffer.copy(larger);
          this.#buffer = larger;
        }
        const wanted = Math.min(this.#buffer.length - kept, size - base - kept);
        const read = wanted === 0 ? 0 : readSync(handle, this.#buffer, kept, wanted, null);
        const filled = this.#buffer.subarray(0, kept + read);
        const last = read === 0 || base + filled.length === size;
        const cut = last ? filled.length : filled.lastIndexOf(NEWLINE) + 1;
        const lines = filled.subarray(0, cut);
        if (cut > 0) yield { lines, base, number };
        if (last) return;
        number += countNewlines(lines);
        filled.copyWithin(0, cut);
        kept = filled.length - cut;
        base += cut;
      }
    } finally {
      closeSync(handle);
    }
  }

  // A result names only the id of its call: where the call stands is looked for when there is a hit to name.
  #nameTools(
    target: ScanTarget,
    rows: ScannedRow[],
    waiting: readonly { readonly at: number; readonly callId: string }[],
  ): void {
    const names = new Map<string, string | undefined>(
      waiting.map(({ callId }) => [asBytes(callId), undefined]),
    );
    for (const { lines } of this.#pieces(target.path)) findTools(lines, names);
    for (const { at, callId } of waiting) {
      const tool = names.get(asBytes(callId));
      if (tool !== undefined) rows[at] = { ...(rows[at] as ScannedRow), tool };
    }
  }
}

function countNewlines(bytes: Buffer): number {
  let count = 0;
  for (let at = bytes.indexOf(NEWLINE); at >= 0; at = bytes.indexOf(NEWLINE, at + 1)) count++;
  return count;
}

/** One byte a character, as the lines are searched. */
function asBytes(text: string): string {
  return Buffer.from(text, 'utf8').toString('latin1');
}

/** Puts the tools of calls that are waited for beside their ids, in one pass over the lines: a file may have thousands of hits. */
function findTools(lines: Buffer, names: Map<string, string | undefined>): void {
  const text = lines.toString('latin1');
  const ids = /"id"\s*:\s*"([^"\\\n]{1,256})"/g;
  for (let found = ids.exec(text); found; found = ids.exec(text)) {
    const id = found[1] as string;
    if (!names.has(id) || names.get(id) !== undefined) continue;
    const newline = lines.indexOf(NEWLINE, found.index);
    const end = newline < 0 ? lines.length : newline;
    const raw = lines.subarray(lines.lastIndexOf(NEWLINE, found.index) + 1, end);
    const parsed = parseLine({ place: { line: 0, offset: 1, length: raw.length }, raw, terminated: true });
    for (const block of entriesOf(parsed).flatMap(entryBlocks)) {
      const key = isToolUse(block) ? asBytes(block.id) : undefined;
      if (key !== undefined && names.has(key)) names.set(key, names.get(key) ?? stringField(block, 'name'));
    }
    // All that the line has is known now.
    ids.lastIndex = end;
  }
}

function rowOf(
  { path, sessionId, agentId }: ScanTarget,
  { kind, role, tool, entry }: ExtractedText,
  place: { readonly line: number; readonly offset: number; readonly length: number },
  part: number,
): ScannedRow {
  const { value } = entry;
  return {
    file: path,
    sessionId,
    agent: agentId ?? agentInside(entry),
    ownFile: agentId !== undefined,
    ...place,
    part,
    kind,
    role,
    tool,
    model: modelOf(entry),
    branch: stringField(value, 'gitBranch') || undefined,
    time: timeOf(entry),
  };
}
