// The lines of the graph on the page: its rows, and below those that were opened their messages and entries.
import type { GraphEntry, GraphMessage } from '../../../../server/api.ts';

/** A row that was opened. */
export interface Opened {
  /** Undefined until they were told. */
  readonly messages: readonly GraphMessage[] | undefined;
  /** Messages that are not told. */
  readonly more: number;
  /** Places of the messages that are opened to their entries. */
  readonly open: ReadonlySet<number>;
}

export type Line =
  | { readonly kind: 'row'; readonly at: number }
  | { readonly kind: 'message'; readonly at: number; readonly place: number; readonly message: GraphMessage }
  | {
      readonly kind: 'entry';
      readonly at: number;
      readonly message: GraphMessage;
      readonly entry: GraphEntry;
    }
  /** What is still to come, or is too much. */
  | { readonly kind: 'note'; readonly at: number; readonly words: string };

interface Block {
  readonly at: number;
  /** The line after its row. */
  readonly first: number;
  readonly lines: readonly Line[];
}

export class GraphLines {
  readonly count: number;
  readonly #blocks: readonly Block[];

  constructor(rows: number, opened: ReadonlyMap<number, Opened>) {
    const blocks: Block[] = [];
    let below = 0;
    for (const [at, row] of [...opened].sort(([a], [b]) => a - b)) {
      const lines = linesOf(at, row);
      blocks.push({ at, first: at + below + 1, lines });
      below += lines.length;
    }
    this.#blocks = blocks;
    this.count = rows + below;
  }

  /** What stands on a line. */
  lineAt(line: number): Line {
    let above = 0;
    for (const { first, lines } of this.#blocks) {
      if (line < first) break;
      const found = lines[line - first];
      if (found) return found;
      above += lines.length;
    }
    return { kind: 'row', at: line - above };
  }

  /** The line of a row; of rows after the last one, where they would be. */
  lineOf(row: number): number {
    let line = row;
    for (const { at, lines } of this.#blocks) if (at < row) line += lines.length;
    return line;
  }

  /** The rows whose lines, or those below them, are among these lines. */
  rowsAmong(first: number, last: number): readonly [number, number] {
    return [this.lineAt(first).at, this.lineAt(last).at];
  }
}

function linesOf(at: number, { messages, more, open }: Opened): Line[] {
  if (!messages) return [{ kind: 'note', at, words: '…' }];
  const lines = messages.flatMap((message, place): Line[] => [
    { kind: 'message', at, place, message },
    ...(open.has(place) ? message.entries.map((entry): Line => ({ kind: 'entry', at, message, entry })) : []),
  ]);
  if (more > 0) lines.push({ kind: 'note', at, words: `and ${more} more, in the transcript` });
  if (lines.length === 0) lines.push({ kind: 'note', at, words: 'Nothing was logged here.' });
  return lines;
}
