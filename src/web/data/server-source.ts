// A session as our server tells it.
import { readApi } from './api-client.ts';
import { onLive } from './live.ts';
import type { SessionSource } from './session-source.ts';

export function serverSource(key: string): SessionSource {
  return {
    key,
    head: () => readApi('GET /api/sessions/:key', { parts: { key } }),
    turns: (query) => readApi('GET /api/sessions/:key/turns', { parts: { key }, query }),
    rows: (query) => readApi('GET /api/sessions/:key/rows', { parts: { key }, query }),
    text: (row, query) => readApi('GET /api/sessions/:key/rows/:row/text', { parts: { key, row }, query }),
    find: (query) => readApi('GET /api/sessions/:key/find', { parts: { key }, query }),
    entry: (line, query) => readApi('GET /api/sessions/:key/entries/:line', { parts: { key, line }, query }),
    watch: (listener) =>
      onLive((event) => {
        if ('key' in event && event.key === key) listener(event);
      }),
  };
}
