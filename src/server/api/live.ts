// What the server tells by itself, as server-sent events, while sessions are written.

export type LiveEvent =
  /** The first message: what the server has seen so far. */
  | { readonly type: 'hello'; readonly version: string; readonly started: number }
  | {
      readonly type: 'sessionChanged';
      readonly key: string;
      readonly sessionId: string;
      readonly modified: number;
      readonly bytes: number;
      /** Lines were only added: what was read before still holds. */
      readonly appended: boolean;
      /** Set where an agent's file changed. */
      readonly agent?: string;
    }
  /** For sessions that someone has open: how far it goes now. Load the new rows with `rows?from=`. */
  | {
      readonly type: 'rowsAppended';
      readonly key: string;
      /** Of the active branch: rows before this one stay as they were. */
      readonly firstChangedRow: number;
      readonly rows: number;
      readonly turns: number;
      readonly contextTokens?: number;
      readonly live: boolean;
    }
  /** A long session was read whole (`model`), its tokens attributed (`tokens`), or any checked (`health`): ask again for it. */
  | { readonly type: 'sessionReady'; readonly key: string; readonly what: 'model' | 'tokens' | 'health' }
  | {
      readonly type: 'newSession';
      readonly key: string;
      readonly sessionId: string;
      readonly project?: string;
      readonly title?: string;
      readonly firstPrompt?: string;
      /** Clew made it: whoever asked for it knows. */
      readonly cloned?: boolean;
    }
  /** A run of `compress` that was given a name: how many texts are shortened, of how many. */
  | {
      readonly type: 'compressProgress';
      readonly key: string;
      readonly run: string;
      readonly done: number;
      readonly of: number;
    }
  | { readonly type: 'sessionGone'; readonly key: string; readonly sessionId: string }
  | {
      readonly type: 'catalogSynced';
      readonly state: 'syncing' | 'in-sync' | 'failed';
      readonly sessions: number;
      readonly bytes: number;
      readonly bytesRead?: number;
    };
