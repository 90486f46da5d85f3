// The pages of the app: a new one is a line here and a file beside this one.
import type { ComponentType } from 'preact';

export interface Page {
  readonly name: string;
  /** What the top bar calls it; a page without a title is not in the bar. */
  readonly title: string | undefined;
  readonly load: () => Promise<ComponentType>;
}

export const PAGES: readonly Page[] = [
  {
    name: 'sessions',
    title: 'Sessions',
    load: async () => (await import('./sessions-page.tsx')).SessionsPage,
  },
  { name: 'search', title: 'Search', load: async () => (await import('./search-page.tsx')).SearchPage },
  { name: 'stats', title: 'Stats', load: async () => (await import('./stats-page.tsx')).StatsPage },
  { name: 'live', title: 'Live', load: async () => (await import('./live-page.tsx')).LivePage },
  { name: 'session', title: undefined, load: async () => (await import('./session-page.tsx')).SessionPage },
];
