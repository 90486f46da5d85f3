// The timeline of a session as data: lanes, and spans on them with their times, what they are inside of and how they ended.

export interface Lane {
  readonly id: string;
  readonly kind: 'person' | 'main' | 'agent' | 'tools';
  readonly name: string;
  readonly agentId?: string;
  /** The lane that it was started from. */
  readonly parent?: string;
  readonly tokens?: number;
  readonly calls: number;
  readonly start?: number;
  readonly end?: number;
}

export type SpanKind =
  | 'turn'
  | 'request'
  | 'thinking'
  | 'answer'
  | 'tool'
  | 'agent'
  | 'wait'
  | 'retry'
  | 'compaction'
  | 'prompt';

export interface Span {
  readonly id: number;
  readonly lane: string;
  readonly kind: SpanKind;
  readonly start: number;
  readonly end: number;
  /** `timestamps`: includes the wait for a permission. */
  readonly basis: 'logged' | 'timestamps';
  readonly label: string;
  readonly turn: number;
  /** The span that it is inside of: turn → request → tool → agent. */
  readonly parent?: number;
  /** Stacked under others that run at the same time. */
  readonly depth: number;
  readonly line?: number;
  readonly failed?: boolean;
  readonly outcome?: string;
  readonly tool?: string;
  readonly toolUseId?: string;
  readonly agentId?: string;
  readonly tokens?: number;
  /** In a picture of much at once: how many it stands for; all else is the longest one's. */
  readonly count?: number;
}

/** A stretch in which nothing ran; `turn` is the one before. */
export interface IdleStretch {
  readonly start: number;
  readonly end: number;
  readonly turn: number;
}

export interface TimelineTotals {
  readonly elapsedMs: number;
  /** Some worker was busy. */
  readonly workedMs: number;
  readonly waitedForPersonMs: number;
  readonly thinkingMs: number;
  readonly answeringMs: number;
  /** Sums of durations by tool, largest first. */
  readonly tools: readonly TimeSum[];
  /** By the first words of a shell command, largest first, at most 20. */
  readonly commands: readonly (Omit<TimeSum, 'name'> & { readonly command: string })[];
}

export interface TimeSum {
  readonly name: string;
  readonly ms: number;
  readonly calls: number;
  readonly failed: number;
}

export interface Timeline {
  readonly start?: number;
  readonly end?: number;
  readonly lanes: readonly Lane[];
  /** In order of their starts. */
  readonly spans: readonly Span[];
  /** Things without a time, which are left out. */
  readonly untimed: number;
  /** To be folded. */
  readonly idle: readonly IdleStretch[];
  readonly totals: TimelineTotals;
}
