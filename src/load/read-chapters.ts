// Reads a session file chapter by chapter: stretches of lines that can be cloned one after another [L2].
import type { Entry, Line } from '../log/line.ts';
import { type LinkedLines, linkLines } from '../session/session.ts';

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

export async function* readChapters(
  lines: AsyncIterable<Line> | Iterable<Line>,
  { isSeam, part, bytes: enough, isWanted }: ChapterRules,
): AsyncGenerator<Chapter> {
  let chapter: Line[] = [];
  let bytes = 0;
  for await (const line of lines) {
    if (isSeam(line) && bytes >= enough && line.kind === 'entry' && isWanted()) {
      part(line.place.line);
      yield { ...linkLines(chapter), next: line };
      chapter = [];
      bytes = 0;
    }
    if (isWanted()) chapter.push(line);
    else chapter = [];
    bytes += line.place.length + 1;
  }
  yield { ...linkLines(chapter), next: undefined };
}
