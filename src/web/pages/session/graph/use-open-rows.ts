// Which rows of the graph are opened to their messages, and which messages to their entries.
import { useEffect, useState } from 'preact/hooks';
import type { GraphAnswer } from '../../../../server/api.ts';
import { readApi } from '../../../data/api-client.ts';
import { tell } from '../../../data/toasts.ts';
import type { Opened } from './graph-lines.ts';

interface OpenRows {
  readonly opened: ReadonlyMap<number, Opened>;
  readonly toggleRow: (at: number) => void;
  readonly toggleMessage: (at: number, place: number) => void;
}

const NOTHING: ReadonlyMap<number, Opened> = new Map();
const CLOSED: ReadonlySet<number> = new Set();

export function useOpenRows(key: string, graph: GraphAnswer): OpenRows {
  const [opened, setOpened] = useState(NOTHING);
  // A graph that grew at its end keeps the numbers of its rows; a way that was left since then moves those after it.
  const { left, phantoms } = graph.counts;
  useEffect(() => setOpened(NOTHING), [left, phantoms]);
  const put = (at: number, row: Opened | undefined) =>
    setOpened((before) => {
      const next = new Map(before);
      if (row) next.set(at, row);
      else next.delete(at);
      return next;
    });
  return {
    opened,
    toggleRow: (at) => {
      if (opened.has(at)) {
        put(at, undefined);
        return;
      }
      put(at, { messages: undefined, more: 0, open: CLOSED });
      readApi('GET /api/sessions/:key/graph/rows/:at', { parts: { key, at } }).then(
        // It may have been closed while they were on their way.
        ({ messages, more }) =>
          setOpened((before) =>
            before.has(at) ? new Map(before).set(at, { messages, more, open: CLOSED }) : before,
          ),
        () => {
          put(at, undefined);
          tell('The messages could not be read.', 'error');
        },
      );
    },
    toggleMessage: (at, place) => {
      const row = opened.get(at);
      if (!row) return;
      const open = new Set(row.open);
      if (!open.delete(place)) open.add(place);
      put(at, { ...row, open });
    },
  };
}
