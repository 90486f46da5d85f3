// Reads the usage of one session file by its bytes: only lines that can hold a usage or a ledger are parsed at all.
import { closeSync, openSync, readSync } from 'node:fs';
import type { JsonObject } from '../base/json.ts';
import type { Entry } from '../log/line.ts';
import { parseLine } from '../log/parse-line.ts';
import { MAX_LINE_BYTES } from '../log/split-lines.ts';
import {
  type ClientLedger,
  type FileUsage,
  HEAD_LINES,
  readClientLedger,
  readUsageRecord,
  type UsageFile,
  type UsageRecord,
  workerKind,
} from '../stats/usage-record.ts';
import { UsageSkimmer } from './skim-usage.ts';
import { usageProject } from './usage-project.ts';

/** A file to count, as the listing of a home knows it. */
export interface UsageTarget {
  readonly file: string;
  readonly bytes: number;
  readonly slug: string;
  readonly sessionId: string | undefined;
  readonly agentId: string | undefined;
}

const NEWLINE = 10;
// A key is always found by these bytes. Needles of eight bytes and more are searched by a slower way, and one that begins
// with a quote stops at every string: this one costs 15 ms for 64 MB.
const USAGE = Buffer.from('usage"');
const ASSISTANT = Buffer.from('assistant"');
const MONEY = Buffer.from('USD"');
// Small enough to stay in the processor's cache between reading and searching.
const FIRST_BUFFER = 1 << 19;

export interface UsageReaderOptions {
  readonly maxLineBytes?: number;
  /** Also the client's own ledgers, which only a reconciliation asks for: they are another search through all bytes. */
  readonly ledgers?: boolean;
  /** Also the tools that were called and the requests, which sums do not ask for. */
  readonly details?: boolean;
}

/** Reads file after file with one buffer, which grows to the longest line [L2]. System errors are thrown as they are. */
export class UsageReader {
  #buffer: Buffer = Buffer.allocUnsafeSlow(FIRST_BUFFER);
  /** Where in the file the buffer's first byte stands. */
  #base = 0;
  readonly #skimmer: UsageSkimmer;
  #records: UsageRecord[] = [];
  #costState: ClientLedger | undefined;
  readonly #maxLineBytes: number;

  readonly #ledgers: boolean;

  constructor({ maxLineBytes = MAX_LINE_BYTES, ledgers = true, details = true }: UsageReaderOptions = {}) {
    this.#skimmer = new UsageSkimmer({ details });
    this.#maxLineBytes = maxLineBytes;
    this.#ledgers = ledgers;
  }

  read(target: UsageTarget): FileUsage {
    this.#base = 0;
    this.#records = [];
    this.#costState = undefined;
    const kind = this.#readBytes(target);
    const records = this.#records;
    const file: UsageFile = {
      file: target.file,
      slug: target.slug,
      sessionId: target.sessionId ?? records.find((record) => record.sessionId !== undefined)?.sessionId,
      agentId: target.agentId,
      kind,
      project: usageProject(records, target.slug),
    };
    return { file, records, costState: this.#costState };
  }

  #readBytes(target: UsageTarget): UsageFile['kind'] {
    const handle = openSync(target.file, 'r');
    let kind: UsageFile['kind'] | undefined;
    try {
      let kept = 0;
      let skipping = false;
      for (;;) {
        if (kept === this.#buffer.length) this.#grow();
        const read = readSync(handle, this.#buffer, kept, this.#buffer.length - kept, null);
        const filled = this.#buffer.subarray(0, kept + read);
        kind ??= workerKind(target.agentId, target.agentId === undefined ? [] : headOf(filled));
        const from = skipping ? filled.indexOf(NEWLINE) + 1 : 0;
        if (!skipping || from > 0) {
          const cut = Math.max(from, read === 0 ? filled.length : filled.lastIndexOf(NEWLINE) + 1);
          this.#scan(filled.subarray(0, cut), from);
          filled.copyWithin(0, cut);
          kept = filled.length - cut;
          this.#base += cut;
          skipping = false;
        }
        if (read === 0) return kind;
        // A line longer than any string can be is passed over, as it is everywhere else.
        if (!skipping && kept <= this.#maxLineBytes) continue;
        this.#base += skipping ? filled.length : kept;
        kept = 0;
        skipping = true;
      }
    } finally {
      closeSync(handle);
    }
  }

  #grow(): void {
    const larger = Buffer.allocUnsafeSlow(this.#buffer.length * 2);
    this.#buffer.copy(larger);
    this.#buffer = larger;
  }

  /** Whole lines: those with one of the needles are looked at, most of them without being parsed. */
  #scan(lines: Buffer, from: number): void {
    for (let hit = lines.indexOf(USAGE, from); hit >= 0; ) {
      const [start, end] = lineAround(lines, hit);
      const offset = this.#base + start;
      const record = this.#skimmer.skim(lines, start, end, offset);
      if (record) this.#records.push(record);
      // Whatever has a usage and no such word is an agent's result, or no answer at all.
      else if (lines.subarray(start, end).includes(ASSISTANT)) {
        for (const value of this.#parse(lines, start, end)) {
          const parsed = readUsageRecord(value, offset);
          if (parsed) this.#records.push(parsed);
        }
      }
      hit = lines.indexOf(USAGE, end);
    }
    for (let hit = this.#ledgers ? lines.indexOf(MONEY, from) : -1; hit >= 0; ) {
      const [start, end] = lineAround(lines, hit);
      for (const value of this.#parse(lines, start, end))
        this.#costState = readClientLedger(value) ?? this.#costState;
      hit = lines.indexOf(MONEY, end);
    }
  }

  /** The line's object; where two are joined, or half a line is, what can be won back of it [L1]. */
  #parse(lines: Buffer, start: number, end: number): JsonObject[] {
    const place = { line: 0, offset: this.#base + start, length: end - start };
    if (place.length > this.#maxLineBytes) return [];
    const line = parseLine({ place, raw: lines.subarray(start, end), terminated: true });
    if (line.kind === 'entry') return [line.value];
    return line.kind === 'unreadable' ? line.parts.map((part) => part.value) : [];
  }
}

function lineAround(lines: Buffer, hit: number): [start: number, end: number] {
  const newline = lines.indexOf(NEWLINE, hit);
  return [lines.lastIndexOf(NEWLINE, hit) + 1, newline < 0 ? lines.length : newline];
}

/** The entries of the first lines, up to the first of a user. */
function headOf(bytes: Buffer): Entry[] {
  const entries: Entry[] = [];
  for (let lines = 0, start = 0; lines < HEAD_LINES && start < bytes.length; lines++) {
    const newline = bytes.indexOf(NEWLINE, start);
    const end = newline < 0 ? bytes.length : newline;
    const place = { line: lines + 1, offset: start, length: end - start };
    const line = parseLine({ place, raw: bytes.subarray(start, end), terminated: newline >= 0 });
    if (line.kind === 'entry') {
      entries.push(line);
      if (line.value.type === 'user') break;
    }
    start = end + 1;
  }
  return entries;
}
