// One session: its head, what a peek shows, and the outline of its turns for the rail.
import type { TurnFacts } from '../../render/web/turn-facts.ts';
import type { Basis, ByKind, Coverage, Usage } from './figures.ts';
import type { FilesAnswer } from './files.ts';
import type { SessionLine, Sparkline } from './sessions.ts';

/** Which thread and branch of a session; by default the active branch of the main thread. */
export interface ThreadQuery {
  /** A branch's number from 1, or the uuid of its leaf. */
  readonly branch?: string;
  readonly agent?: string;
}

/**
 * Answered quickly whatever the size. Until `ready`, a long session is still being read: figures of its whole (branches,
 * agents, turns …) are those of the list and may be missing; ask again, or wait for the rows.
 */
export interface SessionHead extends SessionLine {
  readonly ready: boolean;
  readonly file: string;
  readonly cwd?: string;
  /** `cd … && claude --resume …`, quoted for a shell. */
  readonly resumeCommand: string;
  readonly versions: readonly string[];
  readonly models: readonly string[];
  readonly start?: number;
  readonly end?: number;
  readonly rows: number;
  readonly branchList: readonly BranchLine[];
  readonly agentTree: readonly AgentLine[];
  /** Files that calls of the session or of its agents wrote or edited; absent until `ready`. */
  readonly changedFiles?: number;
  readonly resume?: ResumeForecast;
}

export interface ResumeForecast extends Coverage {
  readonly tokens: number;
  readonly basis: Basis;
  readonly window?: number;
  readonly filled?: number;
  readonly byKind: ByKind;
  /** How many more turns like the last ones fit before the client compacts; absent where it cannot be told. */
  readonly turnsUntilCompaction?: number;
  /** Why no client would resume it. */
  readonly refused?: string;
  readonly client: string;
}

export interface BranchLine {
  readonly number: number;
  readonly leaf: string;
  readonly active: boolean;
  readonly prompts: number;
  /** First and last turn that are not on the active branch; absent for the active one. */
  readonly ownTurns?: { readonly from: number; readonly to: number };
  readonly firstOwnPrompt?: string;
  readonly start?: number;
  readonly end?: number;
  readonly contextTokens?: number;
}

export interface AgentLine {
  readonly agentId: string;
  readonly type?: string;
  readonly description?: string;
  readonly status: string;
  /** `linked`, `internal` or `unlinked`, and why. */
  readonly state: string;
  readonly reason?: string;
  readonly async: boolean;
  /** Its call in the parent's thread: the call's id, its line, and the turn of the main thread. */
  readonly toolUseId?: string;
  readonly line?: number;
  readonly turn?: number;
  readonly turns: number;
  readonly toolCalls: number;
  readonly failedCalls: number;
  readonly contextTokens?: number;
  readonly usage: Usage;
  readonly start?: number;
  readonly end?: number;
  readonly durationMs?: number;
  /** False where only a reference is left. */
  readonly readable: boolean;
  readonly children: readonly AgentLine[];
}

/** The right-hand panel of the list: can I go on? */
export interface SessionPeek {
  readonly line: SessionLine;
  readonly resumeCommand: string;
  readonly resume?: ResumeForecast;
  /** At most nine knots: the first, the last, and those where something happened. */
  readonly knots: readonly PeekKnot[];
  readonly lastAnswer?: string;
  readonly calls: { readonly total: number; readonly failed: number };
  /** Absent where the files of a long session were not followed yet. */
  readonly files?: FilesAnswer['totals'];
  /** Share of the input that was read from the cache, 0 to 1. */
  readonly cacheShare?: number;
  readonly usage: Usage;
}

export interface PeekKnot {
  readonly turn: number;
  readonly prompt: string;
  readonly agents: number;
  readonly compaction: boolean;
  /** Still in the window. */
  readonly sent: boolean;
}

export interface TurnsAnswer {
  readonly turns: readonly TurnLine[];
  readonly rows: number;
  readonly sparkline: Sparkline;
  readonly branch: number;
  readonly branches: number;
  readonly window?: number;
}

/** A knot of the rail: its rows are `rows` of them from `firstRow` on. */
export interface TurnLine
  extends Pick<
    TurnFacts,
    'firstRow' | 'rows' | 'calls' | 'failedCalls' | 'errors' | 'agents' | 'images' | 'attachments' | 'output'
  > {
  /** From 1; 0 holds what stands before the first prompt. */
  readonly number: number;
  readonly kind: string;
  readonly prompt: string;
  readonly uuid?: string;
  readonly line?: number;
  readonly entries: number;
  readonly firstLine?: number;
  readonly lastLine?: number;
  readonly start?: number;
  readonly end?: number;
  readonly durationMs?: number;
  /** Time since the end of the turn before: waiting for the person. */
  readonly idleMs?: number;
  readonly ended: string;
  readonly exchanges: number;
  /** Compactions inside or before it, and whether another way leaves here. */
  readonly compactions: readonly CompactionMark[];
  readonly fork: boolean;
  /** The size of the window at its first and last request. */
  readonly contextBefore?: number;
  readonly contextAfter?: number;
  /** What it added to the window, by kind; absent until the tokens of a long session are attributed (`sessionReady`). */
  readonly added?: ByKind;
  readonly usage: Usage;
  readonly model?: string;
  /** Still sent on a resume. */
  readonly sent: boolean;
}

export interface CompactionMark {
  readonly row: number;
  readonly line?: number;
  readonly time?: number;
  readonly scope: 'full' | 'micro';
  readonly trigger?: string;
  readonly before?: number;
  readonly after?: number;
}
