// The published surface of the catalog (`clew/catalog`): open, sync, list, search, usage.
export { Catalog } from './catalog.ts';
export { catalogFile } from './catalog-core.ts';
export type { PatternSource } from './scan/pattern.ts';
export type { MatchOptions } from './search/match-rows.ts';
export type { SearchHit, SearchResult } from './search/search-catalog.ts';
export type { SearchFilter } from './search/search-filter.ts';
export type {
  CatalogSession,
  CatalogSessions,
  SessionFilter,
  SessionListOptions,
} from './store/list-sessions.ts';
export type { UsageFilter } from './store/read-usage.ts';
export type { SyncOptions, SyncProgress, SyncReport } from './sync/sync-catalog.ts';
export { CatalogWatcher, type CatalogWatchOptions } from './watch-catalog.ts';
