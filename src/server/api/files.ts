// The files that a session read or wrote, their versions, and the difference between any two.

export interface FilesAnswer {
  readonly files: readonly FileLine[];
  readonly totals: {
    readonly changed: number;
    readonly read: number;
    readonly added: number;
    readonly removed: number;
  };
}

export interface FileLine {
  readonly path: string;
  /** Relative to the session's folder, where it lies in it. */
  readonly name: string;
  readonly reads: number;
  readonly edits: number;
  readonly writes: number;
  readonly added: number;
  readonly removed: number;
  readonly touches: readonly FileTouch[];
  readonly versions: readonly FileVersion[];
}

export interface FileTouch {
  readonly turn: number;
  readonly line: number;
  readonly time?: number;
  readonly how: 'read' | 'edit' | 'write' | 'attached' | 'notebook';
  readonly failed: boolean;
  readonly agent?: string;
  readonly toolUseId?: string;
  readonly added?: number;
  readonly removed?: number;
}

export interface FileVersion {
  /** Names the version in `diff` and `restore`. */
  readonly id: string;
  readonly label: string;
  readonly source: string;
  readonly turn?: number;
  readonly time?: number;
  readonly bytes?: number;
  /** The whole content is known. */
  readonly whole: boolean;
}

export interface FileDiffQuery {
  readonly path: string;
  /** Version ids; an absent `from` means: before it existed. */
  readonly from?: string;
  readonly to?: string;
}

export interface FileDiffAnswer {
  readonly path: string;
  readonly added: number;
  readonly removed: number;
  readonly binary: boolean;
  readonly cut: boolean;
  readonly hunks: readonly {
    readonly oldStart: number;
    readonly newStart: number;
    /** Each begins with ` `, `+` or `-`. */
    readonly lines: readonly string[];
  }[];
}

export interface FileRestoreInput {
  readonly path: string;
  readonly version: string;
}

/** The browser saves it: the server writes to no place outside clew's own. */
export interface FileRestoreAnswer {
  readonly name: string;
  readonly base64: string;
}
