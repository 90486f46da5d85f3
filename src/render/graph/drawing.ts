// A session as a picture's parts: knots, threads between them, and a cluster for each agent. All writers draw this one model.

/** What a node of a drawing stands for. */
export type DrawBy = 'turn' | 'message' | 'entry';

/** Each has one colour everywhere in clew. */
export type KnotKind =
  | 'user'
  | 'assistant'
  | 'thinking'
  | 'tool-use'
  | 'tool-result'
  | 'error'
  | 'agent'
  | 'system'
  | 'compaction';

export type KnotState =
  /** On the branch that a resume continues, and still sent. */
  | 'active'
  /** On that branch, but before its last compaction: no longer sent. */
  | 'compacted'
  /** Not on that branch: left behind by a rewind, or cut off by a broken link. */
  | 'left'
  /** A poorer copy of a prompt [G8]. */
  | 'phantom'
  /** A prompt taken back before any answer [U4]. */
  | 'cancelled'
  /** An agent whose lines are not there. */
  | 'missing';

export interface Knot {
  readonly id: string;
  readonly kind: KnotKind;
  readonly state: KnotState;
  /** One line without control characters, of at most `MAX_LABEL` characters. It is still hostile to any markup. */
  readonly label: string;
  readonly turn: number | undefined;
  readonly cluster: string | undefined;
  /** The file's lines that it stands for. */
  readonly lines: { readonly first: number; readonly last: number; readonly count: number } | undefined;
  readonly uuid: string | undefined;
  readonly time: number | undefined;
  readonly calls: number;
  /** Calls that failed. */
  readonly failed: number;
  /** The size of the context at its last answer [K1]. */
  readonly contextTokens: number | undefined;
}

export type LinkKind =
  | 'next'
  /** To a branch that was left behind, or to the copies and cancelled prompts beside one. */
  | 'branch'
  /** Across a compaction boundary, by its logical parent [G4]. */
  | 'compaction'
  | 'agent-start'
  /** From the agent's last knot to the knot of its result: by turns, most often the one that it started from. */
  | 'agent-return';

export interface Link {
  readonly from: string;
  readonly to: string;
  readonly kind: LinkKind;
  /** Both ends are on the branch that a resume continues, and still sent. */
  readonly active: boolean;
}

export interface Cluster {
  readonly id: string;
  readonly agentId: string;
  readonly label: string;
  /** The cluster of the agent that started this one. */
  readonly parent: string | undefined;
  /** How it was linked to its call, or why it was not. */
  readonly note: string | undefined;
}

/** Knots stand in reading order. All links but those of `agent-return` form a forest. */
export interface Drawing {
  readonly by: DrawBy;
  readonly knots: readonly Knot[];
  readonly links: readonly Link[];
  readonly clusters: readonly Cluster[];
}

export const MAX_LABEL = 160;
