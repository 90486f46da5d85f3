// A transcript as one flat list: the rows of the main thread, and in their places those of agents that are open.
import type { ThreadRows } from './thread-rows.ts';

/** An agent whose strand is shown, behind the row of the call that started it. */
export interface OpenAgent {
  readonly agentId: string;
  readonly rows: ThreadRows;
  readonly parent: ThreadRows;
  readonly parentRow: number;
}

export type Item =
  | {
      readonly kind: 'row';
      readonly rows: ThreadRows;
      readonly index: number;
      readonly depth: number;
      readonly mainRow: number;
    }
  | {
      readonly kind: 'agent-start' | 'agent-end';
      readonly agent: OpenAgent;
      readonly depth: number;
      readonly mainRow: number;
    }
  | { readonly kind: 'end'; readonly depth: 0; readonly mainRow: number };

interface Segment {
  /** Number of the first item. */
  readonly start: number;
  readonly count: number;
  readonly item: (offset: number) => Item;
  readonly rows: ThreadRows | undefined;
  readonly from: number;
}

export interface TranscriptList {
  readonly count: number;
  readonly at: (index: number) => Item;
  /** Names an item for as long as it is in the list; cheap, because a long list asks for all of them. */
  readonly keyAt: (index: number) => string | number;
  /** The item that shows a row; undefined where it is not in the list. */
  readonly find: (rows: ThreadRows, row: number) => number | undefined;
}

export function listTranscript(main: ThreadRows, agents: readonly OpenAgent[]): TranscriptList {
  const segments: Segment[] = [];
  let count = 0;
  const add = (length: number, item: Segment['item'], rows?: ThreadRows, from = 0) => {
    if (length <= 0) return;
    segments.push({ start: count, count: length, item, rows, from });
    count += length;
  };
  // Agents may hold agents: a stack, because their depth is up to the session.
  interface Frame {
    readonly rows: ThreadRows;
    readonly depth: number;
    readonly mainRow: number | undefined;
    readonly open: readonly OpenAgent[];
    readonly closing: OpenAgent | undefined;
    next: number;
    at: number;
  }
  const frameOf = (
    rows: ThreadRows,
    depth: number,
    mainRow: number | undefined,
    closing?: OpenAgent,
  ): Frame => {
    const open = agents.filter((agent) => agent.parent === rows).sort((a, b) => a.parentRow - b.parentRow);
    return { rows, depth, mainRow, open, closing, next: 0, at: 0 };
  };
  const addRows = (frame: Frame, to: number) => {
    const { rows, depth, mainRow, at } = frame;
    add(
      to - at,
      (offset) => ({ kind: 'row', rows, index: at + offset, depth, mainRow: mainRow ?? at + offset }),
      rows,
      at,
    );
    frame.at = to;
  };
  const stack: Frame[] = [frameOf(main, 0, undefined)];
  for (let frame = stack.at(-1); frame; frame = stack.at(-1)) {
    const agent = frame.open[frame.next];
    if (agent) {
      frame.next++;
      addRows(frame, agent.parentRow + 1);
      const mainRow = frame.mainRow ?? agent.parentRow;
      const { depth } = frame;
      add(1, () => ({ kind: 'agent-start', agent, depth, mainRow }));
      stack.push(frameOf(agent.rows, depth + 1, mainRow, agent));
      continue;
    }
    addRows(frame, frame.rows.total.value);
    const { closing, depth, mainRow } = frame;
    if (closing)
      add(1, () => ({ kind: 'agent-end', agent: closing, depth: depth - 1, mainRow: mainRow ?? 0 }));
    stack.pop();
  }
  const last = main.total.value - 1;
  if (count > 0) add(1, () => ({ kind: 'end', depth: 0, mainRow: last }));
  return {
    count,
    at: (index) => {
      const segment = segmentAt(segments, index);
      return segment ? segment.item(index - segment.start) : { kind: 'end', depth: 0, mainRow: last };
    },
    keyAt: (index) => {
      const segment = segmentAt(segments, index);
      if (segment?.rows === main) return segment.from + index - segment.start;
      return segment ? keyOfItem(segment.item(index - segment.start)) : 'end';
    },
    find: (rows, row) => {
      const found = segments.find(
        (one) => one.rows === rows && row >= one.from && row < one.from + one.count,
      );
      return found && found.start + row - found.from;
    },
  };
}

function segmentAt(segments: readonly Segment[], index: number): Segment | undefined {
  const only = segments[0];
  if (only && index < only.count) return only;
  let [low, high] = [0, segments.length - 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((segments[middle] as Segment).start <= index) low = middle;
    else high = middle - 1;
  }
  return segments[low];
}

export function keyOfItem(item: Item): string {
  switch (item.kind) {
    case 'row':
      return keyOfRow(item.rows, item.index);
    case 'agent-start':
    case 'agent-end':
      return `${item.kind} ${item.agent.agentId}`;
    case 'end':
      return 'end';
  }
}

export function keyOfRow(rows: ThreadRows, index: number): string {
  return `${rows.query.agent ?? ''}:${index}`;
}
