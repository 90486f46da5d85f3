// The table of sessions: a grid whose rows are in the document only near the screen.
import type { JSX } from 'preact';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import type { SessionSort } from '../../../server/api.ts';
import { formatMoney, plural } from '../../data/format.ts';
import { goTo, hrefOfSession, hrefWith, replaceRoute } from '../../data/route.ts';
import type { SessionFilter } from '../../data/session-filter.ts';
import { listSessionItems, type SessionItem } from '../../data/session-items.ts';
import type { SessionList } from '../../data/session-list.ts';
import { useWindowList } from '../../widgets/use-window-list.ts';
import { GhostRow, SessionRow } from './session-row.tsx';

interface SessionTableProps {
  readonly list: SessionList;
  readonly filter: SessionFilter;
  readonly selected: number;
  readonly select: (index: number) => void;
}

const ROW = 57;
const CHAPTER = 40;
const ABOVE = 44 + 52 + 28;

export function SessionTable({ list, filter, selected, select }: SessionTableProps): JSX.Element {
  const box = useRef<HTMLDivElement>(null);
  const { answer } = list;
  const items = useMemo(() => (answer ? listSessionItems(answer) : GHOSTS), [answer]);
  const keyOf = useMemo(() => (index: number) => nameOf(items[index]), [items]);
  const view = useWindowList({
    count: items.length,
    estimate: (index) => (items[index]?.kind === 'chapter' ? CHAPTER : ROW),
    keyOf,
    box,
    above: ABOVE,
    overscan: 6,
  });
  const shown = view.items();
  const numbers = shown.flatMap(({ index }) => indexOf(items[index]));
  const [first, last] = [numbers[0], numbers.at(-1)];
  useEffect(() => {
    if (first !== undefined && last !== undefined) list.need(first, last);
  }, [list, first, last]);
  const moved = useRef(selected);
  useEffect(() => {
    if (moved.current === selected) return;
    moved.current = selected;
    const at = items.findIndex((item) => item.kind === 'session' && item.index === selected);
    if (at >= 0) view.scrollToIndex(at, 'auto');
  }, [selected, items, view]);
  return (
    <div role="grid" aria-label="Sessions" aria-rowcount={answer?.total ?? -1} aria-busy={!answer}>
      <Heads filter={filter} />
      <div role="rowgroup" ref={box} class="virtual" style={{ height: `${view.height}px` }}>
        {shown.map(({ index, key, start }) => {
          const item = items[index];
          const place = { transform: `translateY(${start}px)` };
          const measure = (node: HTMLElement | null) => view.measureElement(node);
          if (item?.kind === 'chapter') {
            return (
              <div
                key={key}
                data-index={index}
                ref={measure}
                class="sday virtual-row"
                role="row"
                style={place}
              >
                <span role="gridcell">
                  <b>{item.name}</b>
                </span>
                <span role="gridcell">{plural(item.sessions, 'session')}</span>
                <span role="gridcell">{item.costUSD ? formatMoney(item.costUSD) : ''}</span>
              </div>
            );
          }
          const line = item && answer ? list.at(item.index) : undefined;
          if (!item || !line) return <GhostRow key={key} index={index} measure={measure} place={place} />;
          return (
            <SessionRow
              key={key}
              index={index}
              number={item.index}
              line={line}
              before={list.at(item.index - 1)}
              selected={item.index === selected}
              measure={measure}
              place={place}
              choose={() => {
                const peek = document.querySelector('.peek');
                const seen = peek !== null && peek.getClientRects().length > 0;
                if (!seen || item.index === selected) goTo(hrefOfSession(line.key));
                else {
                  moved.current = item.index;
                  select(item.index);
                }
              }}
            />
          );
        })}
      </div>
    </div>
  );
}

const GHOSTS: readonly SessionItem[] = Array.from({ length: 12 }, (_, index) => ({ kind: 'session', index }));

function nameOf(item: SessionItem | undefined): string {
  return item?.kind === 'chapter' ? item.name : String(item?.index);
}

function indexOf(item: SessionItem | undefined): number[] {
  return item?.kind === 'session' ? [item.index] : [];
}

const HEADS: readonly (readonly [SessionSort | undefined, string, string])[] = [
  ['title', 'Title and first prompt', ''],
  ['project', 'Project, branch', 'c-proj'],
  [undefined, 'Window', ''],
  ['turns', 'Turns', 'num c-turns'],
  ['tokens', 'Tokens', 'num c-tok'],
  ['cost', 'Cost', 'num c-cost'],
  ['modified', 'Changed', 'num'],
];

function Heads({ filter }: { readonly filter: SessionFilter }): JSX.Element {
  return (
    <div class="sgrid scols" role="row">
      <span role="columnheader">
        <span class="vh">Health</span>
      </span>
      {HEADS.map(([sort, name, className]) => {
        const active = sort === filter.sort;
        const down = active && !filter.reverse;
        return (
          <span
            key={name}
            class={className}
            role="columnheader"
            aria-sort={active ? (down ? 'descending' : 'ascending') : undefined}
          >
            {sort === undefined ? (
              name
            ) : (
              <button
                type="button"
                class="sort"
                onClick={() =>
                  replaceRoute(
                    hrefWith({
                      sort: sort === 'modified' ? undefined : sort,
                      reverse: active && down ? 1 : undefined,
                    }),
                  )
                }
              >
                {active ? <b>{`${name} ${down ? '↓' : '↑'}`}</b> : name}
              </button>
            )}
          </span>
        );
      })}
    </div>
  );
}
