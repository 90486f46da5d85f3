// The rows of the graph with their threads, only those near the screen, and the keys that walk them.
import type { JSX } from 'preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { GraphAnswer, GraphGoal } from '../../../../server/api.ts';
import { readApi } from '../../../data/api-client.ts';
import { goTo, hrefOfSession, hrefWith, replaceRoute, route } from '../../../data/route.ts';
import { useSession } from '../../../data/session-context.ts';
import { hasDays } from '../../../data/turn-days.ts';
import { useWindowList } from '../../../widgets/use-window-list.ts';
import { GraphChild } from './graph-child.tsx';
import { GraphLines } from './graph-lines.ts';
import { GraphPages } from './graph-pages.ts';
import { GraphRowView } from './graph-row.tsx';
import { GraphSide } from './graph-side.tsx';
import { GraphTable } from './graph-table.tsx';
import { GraphThreads } from './graph-threads.tsx';
import { paramsOfRow, transcriptOfRow } from './row-address.ts';
import { ROW } from './thread-path.ts';
import { useGraphKeys } from './use-graph-keys.ts';
import { useOpenRows } from './use-open-rows.ts';
import { useSelectedRow } from './use-selected-row.ts';

const ABOVE = 100;
const keyOf = (index: number): number => index;

export function GraphView({ graph }: { readonly graph: GraphAnswer }): JSX.Element {
  const { source, head } = useSession();
  const days = hasDays(head);
  const [table, setTable] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const parts = { key: source.key };
  const before = useRef<GraphPages | undefined>(undefined);
  const pages = useMemo(() => {
    const read = (from: number) => readApi('GET /api/sessions/:key/graph/rows', { parts, query: { from } });
    before.current = new GraphPages(graph.page, read, before.current, days);
    return before.current;
  }, [graph, days]);
  const { opened, toggleRow, toggleMessage } = useOpenRows(source.key, graph);
  const lines = useMemo(() => new GraphLines(pages.total, opened), [pages, opened]);
  const selected = useSelectedRow(source.key, graph);
  const list = useWindowList({
    count: lines.count,
    estimate: () => ROW,
    keyOf,
    box,
    above: ABOVE,
    overscan: 12,
  });
  const items = list.items();
  const [first, last] = [items[0]?.index ?? 0, items.at(-1)?.index ?? -1];
  const [firstRow, lastRow] = lines.rowsAmong(first, Math.max(last, first));
  useEffect(() => pages.need(firstRow - 40, lastRow + 40), [pages, firstRow, lastRow]);
  useEffect(() => {
    if (selected < 0) return;
    pages.need(selected, selected);
    showLine(box.current, lines.lineOf(selected));
    // Keys walk from a row that was clicked: the focus goes along, so that Enter opens what is selected.
    if (document.activeElement?.matches('.grow-row')) {
      box.current
        ?.querySelector<HTMLElement>('.grow-row[aria-current="true"]')
        ?.focus({ preventScroll: true });
    }
  }, [selected]);
  const open = (at: number, line?: number) => {
    const row = pages.row(at);
    if (!row) return;
    const params = transcriptOfRow(row);
    goTo(hrefOfSession(source.key, 'transcript', line === undefined ? params : { ...params, line }));
  };
  const choose = async (at: number) => {
    if (at < 0 || at >= pages.total) return;
    pages.need(at, at);
    const row =
      pages.row(at) ??
      (await readApi('GET /api/sessions/:key/graph/rows', { parts, query: { from: at, count: 1 } })).rows[0];
    if (row) replaceRoute(hrefWith(paramsOfRow(row)));
  };
  const jump = (go: 'next' | 'previous', goal: GraphGoal) => {
    readApi('GET /api/sessions/:key/graph/find', { parts, query: { from: selected, go, goal } }).then(
      ({ at }) => choose(at),
      () => undefined,
    );
  };
  useGraphKeys({
    graph,
    walk: (by) => void choose(selected < 0 ? (by < 0 ? pages.total - 1 : 0) : selected + by),
    jump,
    toggle: () => selected >= 0 && toggleRow(selected),
    toggleTable: () => setTable((on) => !on),
    open: () => open(selected),
  });
  const line = Number(route.value.params.line);
  return (
    <main class="gr" id="main">
      <div class="gr-main">
        {table ? (
          <GraphTable graph={graph} selected={selected} />
        ) : (
          <div
            class={days ? 'gr-list days' : 'gr-list'}
            ref={box}
            style={{ height: `${lines.count * ROW}px` }}
          >
            {last >= first && (
              <GraphThreads pages={pages} lines={lines} first={first} last={last} selected={selected} />
            )}
            {items.map(({ index }) => {
              const one = lines.lineAt(index);
              const row = pages.row(one.at);
              const top = index * ROW;
              if (one.kind !== 'row') {
                const place = one.kind === 'message' ? one.place : -1;
                const own =
                  one.kind === 'message' ? one.message.line : one.kind === 'entry' ? one.entry.line : 0;
                return (
                  <GraphChild
                    key={`${one.at} ${index - lines.lineOf(one.at)}`}
                    line={one}
                    row={row}
                    top={top}
                    selected={one.at === selected && own === line}
                    isOpen={opened.get(one.at)?.open.has(place) === true}
                    toggle={() => toggleMessage(one.at, place)}
                    open={(at) => open(one.at, at)}
                  />
                );
              }
              if (!row)
                return <div key={one.at} class="grow ghost" style={{ transform: `translateY(${top}px)` }} />;
              return (
                <GraphRowView
                  key={one.at}
                  row={row}
                  before={pages.timeBefore(one.at)}
                  most={pages.most}
                  selected={one.at === selected}
                  href={hrefWith(paramsOfRow(row))}
                  open={() => open(one.at)}
                  top={top}
                  isOpen={opened.has(one.at)}
                  toggle={() => toggleRow(one.at)}
                />
              );
            })}
          </div>
        )}
      </div>
      <GraphSide
        graph={graph}
        pages={pages}
        lines={lines}
        first={first}
        last={last}
        selected={selected}
        opened={opened.get(selected)}
        table={table}
        setTable={setTable}
      />
    </main>
  );
}

// Rows are all of one height, so the place of a line is known before it is drawn.
function showLine(box: HTMLElement | null, line: number): void {
  if (!box) return;
  const y = box.getBoundingClientRect().top + line * ROW;
  const isSeen = y >= ABOVE + ROW && y + 2 * ROW <= globalThis.innerHeight;
  if (!isSeen) globalThis.scrollTo(0, globalThis.scrollY + y - globalThis.innerHeight / 3);
}
