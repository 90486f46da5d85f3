// The list of sessions: one line each, the tree of projects, and what can be filtered by.
import type { CatalogState } from './about.ts';
import type { Usage } from './figures.ts';

export type SessionSort =
  | 'modified'
  | 'created'
  | 'size'
  | 'turns'
  | 'tokens'
  | 'cost'
  | 'tools'
  | 'agents'
  | 'title'
  | 'project';

/** `broken`: needs mending. `cut`: made by clew. */
export type SessionTrait = 'live' | 'compacted' | 'agents' | 'cut' | 'broken' | 'annotated';

export interface SessionsQuery {
  /** Words in title, prompts, project, branch or id; instant, without the full-text index. */
  readonly q?: string;
  /** A `ProjectNode.path`: that folder and all below it. */
  readonly project?: string;
  readonly home?: string;
  readonly branch?: string;
  readonly model?: string;
  /** With commas: all must hold. */
  readonly traits?: string;
  /** At least this many tokens in the window. */
  readonly minTokens?: number;
  /** Last written to at or after, before (milliseconds). */
  readonly since?: number;
  readonly until?: number;
  readonly sort?: SessionSort;
  readonly reverse?: boolean;
  /** Also warm-ups and empty files. */
  readonly all?: boolean;
  readonly offset?: number;
  /** At most 500; by default 200. */
  readonly limit?: number;
}

export interface SessionsAnswer {
  /** How many fit, and how many there are. */
  readonly total: number;
  readonly found: number;
  /** Files without a conversation that `all` would show. */
  readonly hidden: number;
  readonly offset: number;
  readonly sessions: readonly SessionLine[];
  /** Days (local time of the server, `2026-11-14`) of all that fit, newest first; only when sorted by a time. */
  readonly days?: readonly DayGroup[];
  readonly facets: SessionFacets;
  readonly catalog: CatalogState;
  /** Folders and files that could not be read. */
  readonly problems: readonly { readonly path: string; readonly message: string }[];
}

export interface DayGroup {
  readonly day: string;
  readonly sessions: number;
  readonly costUSD?: number;
  /** Of the first session of the day among all that fit. */
  readonly offset: number;
}

/** Counts of all sessions with a conversation, before any filter. */
export interface SessionFacets {
  readonly projects: readonly ProjectNode[];
  readonly homes: readonly { readonly home: string; readonly sessions: number }[];
  readonly traits: Readonly<Record<SessionTrait, number>>;
  readonly over150k: number;
  readonly last7Days: number;
  readonly last30Days: number;
}

export interface ProjectNode {
  /** What to filter by. */
  readonly path: string;
  /** What to show: the last part, longer where two would read alike. */
  readonly name: string;
  /** With those of its children. */
  readonly sessions: number;
  readonly costUSD?: number;
  readonly modified: number;
  readonly children: readonly ProjectNode[];
}

/**
 * As `check` judges; `unchecked` where it has not run on the files as they are and reading the list showed nothing.
 * `missing`: its agents are there, its own file is not.
 */
export type HealthDot = 'ok' | 'warning' | 'error' | 'missing' | 'unchecked';

export interface SessionLine {
  /** Names the session in every path. */
  readonly key: string;
  readonly sessionId: string;
  readonly title?: string;
  readonly titleSource?: string;
  readonly home: string;
  /** The working directory in the entries, and its last part. */
  readonly project?: string;
  readonly projectName?: string;
  readonly gitBranch?: string;
  readonly model?: string;
  readonly version?: string;
  readonly firstPrompt?: string;
  readonly lastPrompt?: string;
  readonly created?: number;
  readonly modified: number;
  readonly live: boolean;
  readonly bytes: number;
  readonly lines: number;
  readonly turns: number;
  readonly toolCalls: number;
  readonly failedCalls?: number;
  readonly agents: number;
  readonly branches: number;
  readonly compactions?: number;
  /** What the last request held. */
  readonly contextTokens?: number;
  /** Tokens that the model's window takes. */
  readonly window?: number;
  readonly usage?: Usage;
  readonly costUSD?: number;
  readonly health: HealthDot;
  readonly problems: number;
  readonly empty: boolean;
  /** At most 60 points of the context along the active branch. */
  readonly sparkline?: Sparkline;
  /** The session that clew cut it from. */
  readonly clonedFrom?: { readonly sessionId: string; readonly key?: string; readonly title?: string };
  readonly annotations: number;
}

export interface Sparkline {
  readonly points: readonly number[];
  /** Indices into `points` at which a compaction stands. */
  readonly compactions: readonly number[];
}
