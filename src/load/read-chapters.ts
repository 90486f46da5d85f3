// Reads a session file chapter by chapter: stretches of lines that can be cloned one after another [L2].
import type { Entry, Line } from '../log/line.ts';
import { buildGraph, type Graph } from '../session/graph.ts';
import { type LinkedLines, readEntries } from '../session/session.ts';

export interface Chapter extends LinkedLines {
  /** The boundary that the next chapter begins with; undefined for the last. */
  readonly next: Entry | undefined;
}

export interface ChapterRules {
  /** Every line is shown to it, in order; true if the file may be parted before this one. */
  readonly isSeam: (line: Line) => boolean;
  /** Told of each line that the file is parted before. */
  readonly part: (line: number) => void;
  /** No chapter but the last has fewer. */
  readonly bytes: number;
  /** False as soon as nobody wants chapters any more: lines are then shown and let go. */
  readonly isWanted: () => boolean;
}

/** The lines come in batches: to wait for each one by itself costs as much as to look at it. */
export async function* readChapters(
  batches: AsyncIterable<Iterable<Line>> | Iterable<Iterable<Line>>,
  { isSeam, part, bytes: enough, isWanted }: ChapterRules,
): AsyncGenerator<Chapter> {
  let chapter: Line[] = [];
  let bytes = 0;
  for await (const lines of batches) {
    for (const line of lines) {
      if (isSeam(line) && bytes >= enough && line.kind === 'entry' && isWanted()) {
        part(line.place.line);
        yield new LazyChapter(chapter, line);
        chapter = [];
        bytes = 0;
      }
      if (isWanted()) chapter.push(line);
      else chapter = [];
      bytes += line.place.length + 1;
    }
  }
  yield new LazyChapter(chapter, undefined);
}

/** Links its entries when somebody asks: few chapters have anything that must be looked up so. */
class LazyChapter implements Chapter {
  readonly kind = 'main';
  readonly lines: readonly Line[];
  readonly entries: readonly Entry[];
  readonly next: Entry | undefined;
  #graph: Graph | undefined;

  constructor(lines: readonly Line[], next: Entry | undefined) {
    this.lines = lines;
    this.entries = readEntries(lines);
    this.next = next;
  }

  get graph(): Graph {
    this.#graph ??= buildGraph(this.entries);
    return this.#graph;
  }
}
