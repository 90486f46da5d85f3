// A session as our server tells it.
import type { RowsQuery, ThreadQuery } from '../../server/api.ts';
import { readApi } from './api-client.ts';
import { onLive } from './live.ts';
import type { SessionSource } from './session-source.ts';
import { PAGE } from './thread-rows.ts';

/**
 * `thread` is the one that will be read first: its first rows are asked for at once, before anyone needs them. `shown` ends
 * when what else is looked at first is there.
 */
export function serverSource(key: string, thread?: ThreadQuery, shown?: Promise<void>): SessionSource {
  const askRows = (query: RowsQuery) => readApi('GET /api/sessions/:key/rows', { parts: { key }, query });
  const first: RowsQuery | undefined = thread && { ...thread, from: 0, count: PAGE };
  let early = first && askRows(first);
  early?.catch(() => undefined);
  const drawn = shown?.then(afterDrawing, () => undefined);
  return {
    key,
    head: () => readApi('GET /api/sessions/:key', { parts: { key } }),
    turns: async (query) => {
      // They need the whole session, which the server begins to read with this question.
      await drawn;
      return readApi('GET /api/sessions/:key/turns', { parts: { key }, query });
    },
    rows: (query) => {
      const answer = early && JSON.stringify(query) === JSON.stringify(first) ? early : askRows(query);
      if (answer === early) early = undefined;
      return answer;
    },
    text: (row, query) => readApi('GET /api/sessions/:key/rows/:row/text', { parts: { key, row }, query }),
    find: (query) => readApi('GET /api/sessions/:key/find', { parts: { key }, query }),
    entry: (line, query) => readApi('GET /api/sessions/:key/entries/:line', { parts: { key, line }, query }),
    watch: (listener) =>
      onLive((event) => {
        if ('key' in event && event.key === key) listener(event);
      }),
  };
}

/** When what has just arrived is on the screen; a page that nobody looks at draws nothing. */
function afterDrawing(): Promise<void> {
  return new Promise((done) => {
    requestAnimationFrame(() => setTimeout(done));
    setTimeout(done, 200);
  });
}
