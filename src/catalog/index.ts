// The published surface of the catalog (`clew/catalog`): open, sync, list, search, usage.
export { Catalog, readUsageRecords } from './catalog.ts';
export { CatalogCore, catalogFile } from './catalog-core.ts';
export type { ContextGrowth, SessionDetails } from './digest/file-digest.ts';
export { turnOfLine } from './digest/file-digest.ts';
export { type ExtractedText, extractTexts, type TextKind, type TextRole } from './extract-texts.ts';
export type { PatternSource } from './scan/pattern.ts';
export type { MatchedRow, MatchOptions, SearchOrder } from './search/match-rows.ts';
export type { SearchHit, SearchResult } from './search/search-catalog.ts';
export type { SearchFilter } from './search/search-filter.ts';
export type {
  CatalogSession,
  CatalogSessions,
  SessionFilter,
  SessionListOptions,
} from './store/list-sessions.ts';
export type { UsageFilter } from './store/usage-store.ts';
export type { SyncPart } from './sync/plan-sync.ts';
export type { SyncOptions, SyncProgress, SyncReport } from './sync/sync-catalog.ts';
export { CatalogWatcher, type CatalogWatchOptions } from './watch-catalog.ts';
