// The rows of the graph with their threads, only those near the screen, and the keys that walk them.
import type { JSX } from 'preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { GraphAnswer, GraphRow } from '../../../../server/api.ts';
import { useKeys } from '../../../data/keys.ts';
import { goTo, hrefOfSession, hrefWith, replaceRoute, route } from '../../../data/route.ts';
import { useSession } from '../../../data/session-context.ts';
import { useWindowList } from '../../../widgets/use-window-list.ts';
import { GraphRowView } from './graph-row.tsx';
import { GraphSide } from './graph-side.tsx';
import { GraphTable } from './graph-table.tsx';
import { GraphThreads } from './graph-threads.tsx';
import { layOutGraph, ROW } from './lay-out-graph.ts';
import { paramsOfRow, rowOfAddress, transcriptOfRow } from './row-address.ts';

const ABOVE = 100;
const keyOf = (index: number): number => index;

export function GraphView({ graph }: { readonly graph: GraphAnswer }): JSX.Element {
  const { source } = useSession();
  const { rows, branches } = graph;
  const [table, setTable] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const layout = useMemo(() => layOutGraph(rows), [rows]);
  const { params } = route.value;
  const selected = useMemo(() => rowOfAddress(graph, params), [graph, params]);
  const list = useWindowList({
    count: rows.length,
    estimate: () => ROW,
    keyOf,
    box,
    above: ABOVE,
    overscan: 12,
  });
  const items = list.getVirtualItems();
  const [first, last] = [items[0]?.index ?? 0, items.at(-1)?.index ?? -1];
  useEffect(() => {
    if (selected >= 0) list.scrollToIndex(selected, { align: 'auto' });
    // Keys walk from a row that was clicked: the focus goes along, so that Enter opens what is selected.
    if (document.activeElement?.matches('.grow-row')) {
      box.current
        ?.querySelector<HTMLElement>('.grow-row[aria-current="true"]')
        ?.focus({ preventScroll: true });
    }
  }, [selected]);
  const open = (row: GraphRow | undefined) => {
    if (row) goTo(hrefOfSession(source.key, 'transcript', transcriptOfRow(graph, row)));
  };
  const choose = (at: number) => {
    const row = rows[at];
    if (row) replaceRoute(hrefWith(paramsOfRow(graph, row)));
  };
  const jump = (by: 1 | -1, test: (row: GraphRow) => boolean) => {
    for (let at = selected < 0 && by < 0 ? rows.length - 1 : selected + by; rows[at]; at += by) {
      if (test(rows[at] as GraphRow)) {
        choose(at);
        return;
      }
    }
  };
  const turnBranch = (by: 1 | -1) => {
    const now = branches.findIndex((one) =>
      params.branch === undefined ? one.active : String(one.number) === params.branch,
    );
    const next = branches[(now + by + branches.length) % branches.length];
    if (next)
      replaceRoute(
        hrefWith({ branch: next.active ? undefined : next.number, turn: undefined, line: undefined }),
      );
  };
  const pair = (key: string, title: string, test: (row: GraphRow) => boolean) => [
    { key, title: `Next ${title}`, run: () => jump(1, test) },
    { key: `shift+${key}`, title: `Previous ${title}`, run: () => jump(-1, test) },
  ];
  useKeys('Graph', [
    { key: 'j', title: 'Next row', run: () => jump(1, () => true) },
    { key: 'k', title: 'Previous row', run: () => jump(-1, () => true) },
    { key: 'ArrowDown', title: 'Next row', run: () => jump(1, () => true) },
    { key: 'ArrowUp', title: 'Previous row', run: () => jump(-1, () => true) },
    ...pair('e', 'error', (row) => row.type !== 'compaction' && row.failedCalls > 0),
    ...pair('a', 'agent', ({ type }) => type === 'agent'),
    ...pair('c', 'compaction', ({ type }) => type === 'compaction'),
    { key: '[', title: 'Branch before', run: () => turnBranch(-1) },
    { key: ']', title: 'Branch after', run: () => turnBranch(1) },
    { key: 't', title: 'Table behind the graph', run: () => setTable((on) => !on) },
    { key: 'Enter', title: 'Open in the transcript', run: () => open(rows[selected]) },
  ]);
  return (
    <main class="gr" id="main">
      <div class="gr-main">
        {table ? (
          <GraphTable graph={graph} selected={selected} />
        ) : (
          <div class="gr-list" ref={box} style={{ height: `${rows.length * ROW}px` }}>
            {last >= first && (
              <GraphThreads rows={rows} layout={layout} first={first} last={last} selected={selected} />
            )}
            {items.map(({ index }) => {
              const row = rows[index] as GraphRow;
              return (
                <GraphRowView
                  key={index}
                  row={row}
                  most={layout.most}
                  selected={index === selected}
                  href={hrefWith(paramsOfRow(graph, row))}
                  open={() => open(row)}
                  top={index * ROW}
                />
              );
            })}
          </div>
        )}
      </div>
      <GraphSide graph={graph} row={rows[selected]} table={table} setTable={setTable} />
    </main>
  );
}
