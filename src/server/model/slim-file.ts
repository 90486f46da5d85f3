// A session file held slim in memory, which reads on where it stopped when the file has grown.
import { stat } from 'node:fs/promises';
import { isDeepStrictEqual } from 'node:util';
import { openByteSource, readPlace } from '../../disk/read-file.ts';
import { readRefusal } from '../../disk/system-error.ts';
import type { Line } from '../../log/line.ts';
import { parseLine } from '../../log/parse-line.ts';
import { slimLine } from '../../log/slim-line.ts';
import { LineSplitter } from '../../log/split-lines.ts';

export type Update = 'same' | 'appended' | 'read';

/** A line longer than this stays cut: reading it again for one page would cost more than it shows. */
const MOST_LINE = 64_000_000;
/** All lines that are read again for one answer. */
const MOST_READ = 96_000_000;

export class SlimFile {
  readonly file: string;
  #lines: Line[] = [];
  /** Lines whose bodies were cut, by number. */
  readonly #cut = new Map<number, Line>();
  #seen: { readonly size: number; readonly modified: number; readonly inode: number } | undefined;

  constructor(file: string) {
    this.file = file;
  }

  get lines(): readonly Line[] {
    return this.#lines;
  }

  /** Changes whenever the file does. */
  get fingerprint(): string {
    const { size = 0, modified = 0, inode = 0 } = this.#seen ?? {};
    return `${inode.toString(36)}-${size.toString(36)}-${Math.round(modified).toString(36)}`;
  }

  get bytes(): number {
    return this.#seen?.size ?? 0;
  }

  /** Reads what is new. Throws a Refusal where the file is gone. */
  async update(): Promise<Update> {
    const found = await stat(this.file).catch((error: unknown) => {
      throw readRefusal(this.file, error);
    });
    const now = { size: found.size, modified: found.mtimeMs, inode: found.ino };
    const before = this.#seen;
    if (before && before.size === now.size && before.modified === now.modified && before.inode === now.inode)
      return 'same';
    const appended =
      before !== undefined &&
      before.inode === now.inode &&
      now.size > before.size &&
      (await this.#isContinued());
    // A line without its newline may have been half of one.
    const last = this.#lines.at(-1);
    const keep = appended ? this.#lines.length - (last && !last.terminated ? 1 : 0) : 0;
    const lines = this.#lines.slice(0, keep);
    for (const line of this.#lines.slice(keep)) this.#cut.delete(line.place.line);
    await this.#read(lines, now.size);
    this.#lines = lines;
    this.#seen = now;
    return appended ? 'appended' : 'read';
  }

  /** Whether the last whole line is where it was: a file that is longer may have been written anew in its place. */
  async #isContinued(): Promise<boolean> {
    const last = this.#lines.findLast(({ terminated }) => terminated);
    if (!last) return false;
    const { place, terminated } = last;
    try {
      const raw = await readPlace(this.file, place);
      return isDeepStrictEqual(slimLine(parseLine({ place, raw, terminated })).line, last);
    } catch {
      return false;
    }
  }

  async #read(lines: Line[], end: number): Promise<void> {
    const last = lines.at(-1)?.place;
    const start = last ? last.offset + last.length + 1 : 0;
    const splitter = new LineSplitter({ after: { lines: lines.length, bytes: start } });
    const add = (raw: Parameters<typeof parseLine>[0]): void => {
      const { line, cut } = slimLine(parseLine(raw));
      lines.push(line);
      if (cut) this.#cut.set(line.place.line, line);
    };
    for await (const chunk of openByteSource(this.file, { start, end })) {
      for (const raw of splitter.push(chunk)) add(raw);
    }
    for (const raw of splitter.end()) add(raw);
  }

  /** The whole lines behind cut ones among these, by the slim line. */
  async readWhole(numbers: Iterable<number>): Promise<Map<Line, Line>> {
    const whole = new Map<Line, Line>();
    let left = MOST_READ;
    for (const number of new Set(numbers)) {
      const slim = this.#cut.get(number);
      if (!slim || slim.place.length > MOST_LINE || slim.place.length > left) continue;
      left -= slim.place.length;
      const raw = await readPlace(this.file, slim.place);
      whole.set(slim, parseLine({ place: slim.place, raw, terminated: slim.terminated }));
    }
    return whole;
  }
}
