// What the server says of itself: what it shows, the state of the catalog, and how it refuses.

/** What every refused or failed request gets, with a fitting status: 400 bad input, 404 not there … */
export interface ErrorAnswer {
  readonly error: {
    /** Kebab-case, for programs. */
    readonly code: string;
    /** A whole sentence for a person. */
    readonly message: string;
    /** What to do about it. */
    readonly hint?: string;
  };
}

export interface Ok {
  readonly ok: true;
}

export interface About {
  readonly version: string;
  readonly homes: readonly { readonly path: string; readonly sessions: number }[];
  /** True where the sessions are made-up ones. */
  readonly demo: boolean;
  readonly catalog: CatalogState;
  /** The client's newest version that clew knows from measurement. */
  readonly newestClient: string;
  /** What this server can do; without the catalog it has neither search nor statistics, and their routes answer 501. */
  readonly parts: Readonly<Record<'search' | 'stats' | 'files' | 'compress', boolean>>;
}

export interface CatalogState {
  /** `none`: lists are read from the files, and there is no full-text search. */
  readonly state: 'none' | 'syncing' | 'in-sync' | 'failed';
  readonly sessions: number;
  readonly bytes: number;
  /** While syncing: how much of the bytes was read. */
  readonly bytesRead?: number;
}
