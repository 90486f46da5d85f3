// The transcript as a list that scrolls with the page: only what is near the screen is in the document.
import { computed } from '@preact/signals';
import type { JSX, RefObject } from 'preact';
import { useEffect, useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import type { WebRow } from '../../../server/api.ts';
import { isHidden } from '../../data/row-shape.ts';
import { lastCompactionRow, turnOfRow, useSession } from '../../data/session-context.ts';
import type { ThreadRows } from '../../data/thread-rows.ts';
import { type Item, listTranscript, type TranscriptList } from '../../data/transcript-list.ts';
import type { TranscriptState } from '../../data/transcript-state.ts';
import { useWindowList } from '../use-window-list.ts';
import type { WindowList } from '../window-list.ts';
import { estimateRow } from './estimate-row.ts';
import { ItemView } from './row-view.tsx';

/** What the page around the list may do with it. */
export interface TranscriptHandle {
  readonly list: TranscriptList;
  readonly view: WindowList;
}

interface TranscriptViewProps {
  readonly state: TranscriptState;
  readonly handle: RefObject<TranscriptHandle | null>;
  /** Height of what sticks to the top. */
  readonly above: number;
  readonly onScroll: (firstRow: number, lastRow: number) => void;
}

/** The height of a row that is not known yet. */
const USUAL = 40;
/** Rows that are fetched beyond those in sight, on either side, where one stays for a moment. */
const AROUND = 60;
const STAY_MS = 60;
const END = 160;

export function TranscriptView({ state, handle, above, onScroll }: TranscriptViewProps): JSX.Element {
  const { turns } = useSession();
  const box = useRef<HTMLDivElement>(null);
  const lists = useMemo(() => computed(() => listTranscript(state.main, state.agents.value)), [state]);
  const list = lists.value;
  const everything = state.everything.value;
  const options = (depth: number) => ({ everything, depth });
  const view = useWindowList({
    count: list.count,
    // The heights of rows that were fetched are settled when they arrive; this is asked for all others, again and again.
    estimate: (index) => (index === list.count - 1 ? END : USUAL),
    keyOf: list.keyAt,
    box,
    above,
    overscan: 10,
  });
  handle.current = { list, view };
  useSettledRows(state, handle, everything, list);
  // Arrivals of pages are drawn.
  void state.main.version.value;
  for (const agent of state.agents.value) void agent.rows.version.value;
  const turnList = turns.value?.turns ?? [];
  const cutRow = useMemo(() => lastCompactionRow(turnList), [turnList]);
  const shown = view.items().map((item) => ({ ...item, what: list.at(item.index) }));
  const first = shown.find(({ end }) => end > view.top + above)?.what.mainRow ?? 0;
  const bottom = view.top + globalThis.innerHeight;
  const last = shown.findLast(({ start }) => start < bottom)?.what.mainRow ?? first;
  const inSight = shown.filter(({ start, end }) => end > view.top + above && start < bottom);
  useNeededRows(inSight.map(({ what }) => what));
  useEffect(() => onScroll(first, last), [first, last, onScroll]);
  const isGone = (item: Item): boolean => {
    const sent = turnOfRow(turnList, item.mainRow)?.sent ?? true;
    return item.mainRow < cutRow || (item.mainRow === cutRow && item.depth === 0) || !sent;
  };
  if (state.printing.value) return <AllItems list={list} everything={everything} isGone={isGone} />;
  return (
    <div class="flow virtual" ref={box} style={{ height: `${view.height}px` }}>
      {shown.map(({ key, index, start, what }) => {
        let waits = false;
        if (what.kind === 'row') {
          const row = what.rows.at(what.index);
          if (row && isHidden(what.rows, row, options(what.depth))) return null;
          waits = row === undefined;
        }
        return (
          <div
            // A row that arrives is another element than the shape that stood for it: what is new is measured at once.
            key={waits ? `ghost ${key}` : key}
            data-index={index}
            class="item virtual-row"
            {...(waits ? {} : { ref: view.measureElement })}
            style={{ transform: `translateY(${start}px)` }}
          >
            <ItemView item={what} gone={isGone(what)} />
          </div>
        );
      })}
    </div>
  );
}

/** More than this is a book: print an export. */
export const MOST_PRINTED = 4000;

interface AllItemsProps {
  readonly list: TranscriptList;
  readonly everything: boolean;
  readonly isGone: (item: Item) => boolean;
}

function AllItems({ list, everything, isGone }: AllItemsProps): JSX.Element {
  const items = Array.from({ length: Math.min(list.count, MOST_PRINTED) }, (_, index) => list.at(index));
  return (
    <div class="flow">
      {items.map((item, index) => {
        const row = item.kind === 'row' ? item.rows.at(item.index) : undefined;
        if (item.kind === 'row' && (!row || isHidden(item.rows, row, { everything, depth: item.depth })))
          return null;
        return (
          <div key={list.keyAt(index)} class="item">
            <ItemView item={item} gone={isGone(item)} />
          </div>
        );
      })}
    </div>
  );
}

/**
 * Rows that are shown with another take no place; said when they arrive, so that nothing below them jumps later, and again
 * whenever the list is another one: the first rows arrive before it has places for them.
 */
function useSettledRows(
  state: TranscriptState,
  handle: RefObject<TranscriptHandle | null>,
  everything: boolean,
  list: TranscriptList,
): void {
  const agents = state.agents.value;
  useLayoutEffect(() => {
    handle.current?.view.forget();
  }, [state, handle, everything]);
  useLayoutEffect(() => {
    const listen = (rows: ThreadRows, depth: number) => {
      const settleAll = (page: Iterable<WebRow>) => {
        const now = handle.current;
        if (now) now.view.resize(settledSizes(now, rows, page, { everything, depth }));
      };
      rows.onPage = (_, page) => settleAll(page);
      settleAll(rows.held());
    };
    listen(state.main, 0);
    for (const { rows } of agents) listen(rows, 1);
  }, [state, agents, handle, everything, list]);
}

function* settledSizes(
  { list, view }: TranscriptHandle,
  rows: ThreadRows,
  page: Iterable<WebRow>,
  options: { readonly everything: boolean; readonly depth: number },
): Generator<readonly [index: number, size: number]> {
  for (const row of page) {
    const at = list.find(rows, row.index);
    if (at === undefined) continue;
    const known = view.knownSize(at);
    if (isHidden(rows, row, options)) {
      if (known !== 0) yield [at, 0];
    } else if (known === undefined || known === 0) yield [at, estimateRow(row)];
  }
}

function useNeededRows(items: readonly Item[]): void {
  const asked = useRef(0);
  // Before it is drawn: to fetch takes longer than to draw.
  useLayoutEffect(() => {
    asked.current++;
    const now = asked.current;
    const ranges = new Map<ThreadRows, [number, number]>();
    for (const item of items) {
      if (item.kind !== 'row') continue;
      const range = ranges.get(item.rows);
      if (range) range[1] = item.index;
      else ranges.set(item.rows, [item.index, item.index]);
    }
    for (const [rows, [from, to]] of ranges) {
      const last = rows.total.peek() - 1;
      const needAround = () =>
        now === asked.current && void rows.need(from - AROUND, Math.min(to + AROUND, last));
      void rows.need(from, to).then(() => setTimeout(needAround, STAY_MS));
    }
  });
}
