// What each tab asks the server for first: it is asked for before the tab is there, and before anything that can wait.
import { type ReadRoute, readAhead } from '../../data/api-client.ts';

const FIRST: Readonly<Record<string, ReadRoute>> = {
  __proto__: null as never,
  context: 'GET /api/sessions/:key/context',
  timeline: 'GET /api/sessions/:key/timeline',
  graph: 'GET /api/sessions/:key/graph',
  files: 'GET /api/sessions/:key/files',
  health: 'GET /api/sessions/:key/health',
  cut: 'GET /api/sessions/:key/cut',
};

/** Ends when the answer is there; undefined for a tab that asks for rows. */
export function askFirst(tab: string, key: string): Promise<void> | undefined {
  const route = FIRST[tab];
  return route && readAhead(route, { parts: { key } });
}
