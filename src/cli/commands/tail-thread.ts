// One file that is followed: keeps the lines of its last turn, and gives the rows that are new and will not change any more.
import type { Line } from '../../log/line.ts';
import type { Row } from '../../render/row.ts';
import { openTranscript } from '../../render/transcript.ts';
import { buildThread } from '../../session/session.ts';
import { TitleFinder } from '../../session/titles.ts';

export interface FollowedFile {
  readonly sessionId: string;
  readonly agentId: string | undefined;
}

export class TailThread {
  readonly #of: FollowedFile;
  /** From the prompt of the last turn on: what stands before it is said and done. */
  #lines: Line[] = [];
  #turnsBefore = 0;
  #titles = new TitleFinder();
  readonly #shown = new Set<string>();

  constructor(of: FollowedFile) {
    this.#of = of;
  }

  get title(): string | undefined {
    return this.#titles.title().title || undefined;
  }

  /** The file is another one now. */
  clear(): void {
    this.#lines = [];
    this.#turnsBefore = 0;
    this.#titles = new TitleFinder();
    this.#shown.clear();
  }

  /** The rows of the last `turns` turns of what stands in the file already; the rest counts as shown. */
  open(lines: readonly Line[], turns: number): Row[] {
    return this.#advance(lines, turns);
  }

  /** The rows that these lines complete. */
  add(lines: readonly Line[]): Row[] {
    return this.#advance(lines, Number.POSITIVE_INFINITY);
  }

  #advance(lines: readonly Line[], show: number): Row[] {
    for (const line of lines) {
      this.#lines.push(line);
      this.#titles.add(line);
    }
    const thread = buildThread(this.#lines, this.#of.agentId === undefined ? 'main' : 'agent');
    const source = { sessionId: this.#of.sessionId, title: undefined, thread, agents: [] };
    const transcript = openTranscript(source, { agents: 'reference' });
    const { turns } = transcript;
    const rows: Row[] = [];
    const take = (row: Row, last: boolean, wanted: boolean) => {
      const key = keyOf(row);
      if (this.#shown.has(key) || (last && isOpen(row))) return;
      this.#shown.add(key);
      if (wanted) rows.push(this.#asLive(row));
    };
    for (const row of transcript.openingRows()) take(row, false, show >= turns.length);
    for (const [i, turn] of turns.entries()) {
      const last = i === turns.length - 1;
      for (const row of transcript.turnRows(turn)) take(row, last, turns.length - i <= show);
    }
    this.#forget(turns.at(-1)?.prompt?.place.line, turns.filter((turn) => turn.number > 0).length);
    return rows;
  }

  // Whoever follows a session for days must not hold all of it.
  #forget(prompt: number | undefined, turns: number): void {
    if (prompt === undefined || turns === 0) return;
    const first = this.#lines.findIndex((line) => line.place.line === prompt);
    if (first <= 0) return;
    this.#lines = this.#lines.slice(first);
    this.#turnsBefore += turns - 1;
  }

  // At its beginning nothing is known of how long a turn takes and what it costs.
  #asLive(row: Row): Row {
    if (row.kind !== 'turn') return row;
    return {
      ...row,
      number: row.number === 0 ? 0 : row.number + this.#turnsBefore,
      durationMs: undefined,
      exchanges: 0,
      toolCalls: 0,
      tokens: { context: undefined, output: 0, outputFinal: true },
      ended: 'answered',
    };
  }
}

/** A call that has no result yet is shown when it has one, or when the conversation goes on without. */
function isOpen(row: Row): boolean {
  return row.kind === 'tool' && row.call.results.length === 0;
}

function keyOf(row: Row): string {
  if (row.kind === 'tool') return `tool ${row.call.id}`;
  const line = row.place?.line ?? 0;
  return `${row.kind} ${line} ${row.kind === 'notice' ? row.label : ''} ${row.blocks.map((block) => block.type).join()}`;
}
