// What the address names is on its way before the frame around it is drawn: code and rows are fetched side by side.
import { readAhead } from '../data/api-client.ts';
import { route } from '../data/route.ts';
import { PAGE } from '../data/thread-rows.ts';
import { PAGES } from './page-list.ts';
import { askFirst } from './session/ask-first.ts';
import { TAB_LOADS } from './session/tab-list.ts';

export function loadAhead(): void {
  const { page, session, tab = 'transcript', params } = route.peek();
  // What cannot be loaded is told of where it is shown.
  const later = (load: (() => Promise<unknown>) | undefined) => void load?.().catch(() => undefined);
  if (page === 'session' && session !== undefined) {
    const parts = { key: session };
    const branch = params.branch === undefined ? {} : { branch: params.branch };
    if (tab === 'transcript')
      void readAhead('GET /api/sessions/:key/rows', { parts, query: { ...branch, from: 0, count: PAGE } });
    void readAhead('GET /api/sessions/:key', { parts });
    // Of two views side by side, each asks for its own.
    if (params.split === undefined) void askFirst(tab, session);
    later(TAB_LOADS[tab]);
  }
  later(PAGES.find((one) => one.name === page)?.load);
}
