// The files that a session read or wrote, their versions, and the difference between any two.
import type { TouchKind } from '../../files/file-step.ts';
import type { FileVersion as Version } from '../../files/version-list.ts';

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
  readonly how: TouchKind;
  readonly agent?: string;
  readonly toolUseId?: string;
  readonly added?: number;
  readonly removed?: number;
}

export interface FileVersion {
  /** From 1, in order of time: names the version in `diff` and `restore`. */
  readonly number: number;
  /** `found`: as the session met it. `written`: by a call. `backup`: of the client's file history. `absent`: no such file. */
  readonly source: Version['source'];
  readonly line?: number;
  readonly agent?: string;
  readonly turn?: number;
  readonly time?: number;
  readonly bytes?: number;
  /** Its content is known here, or by a backup. */
  readonly known: boolean;
}

export interface FileDiffQuery {
  readonly path: string;
  /** Numbers of versions; by default the one before `to`, and the last. 0 is: no file yet. */
  readonly from?: number;
  readonly to?: number;
}

export interface FileDiffAnswer {
  readonly path: string;
  readonly from: number;
  readonly to: number;
  readonly added: number;
  readonly removed: number;
  /** Only the first hunks are here: there are very many. */
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
  readonly version: number;
}

/** The browser saves it: the server writes to no place outside clew's own. */
export interface FileRestoreAnswer {
  readonly name: string;
  readonly base64: string;
}
