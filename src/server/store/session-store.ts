// What the server asks about all sessions at once: their list, and which one a key names.
import type { SessionFile } from '../../disk/list-project.ts';
import type {
  CatalogState,
  SearchAnswer,
  SearchQuery,
  SessionLine,
  StatsAnswer,
  StatsQuery,
} from '../api.ts';

export interface StoredSession {
  readonly key: string;
  readonly session: SessionFile;
  readonly line: SessionLine;
}

export interface StoreListing {
  readonly sessions: readonly StoredSession[];
  readonly problems: readonly { readonly path: string; readonly message: string }[];
}

/** Files can be listed without the catalog; search and statistics over everything need it, or a while. */
export interface SessionStore {
  readonly homes: readonly string[];
  list(): Promise<StoreListing>;
  /** The session behind a key, a whole id, or the unique beginning of one. Throws a Refusal where there is none. */
  find(key: string): Promise<StoredSession>;
  state(): CatalogState;
  /** Told by the watcher: files were written, made or removed. */
  filesChanged(files: readonly string[]): void;
  /** Called whenever `state()` became another. */
  onState(listener: () => void): void;
  readonly search?: (query: SearchQuery) => Promise<SearchAnswer>;
  readonly stats?: (query: StatsQuery) => Promise<StatsAnswer>;
  close(): Promise<void>;
}
