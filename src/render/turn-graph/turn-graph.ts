// The graph of a session by turns as data: one row a turn, with agents, compactions and what was left behind between them.

export type GraphRow = GraphTurn | GraphAgent | GraphCompaction;

interface AnyGraphRow {
  readonly time?: number;
  /** How deep the strand lies: 0 is the spine, 1 the first way left of it … */
  readonly strand: number;
  /** Not on the active branch. */
  readonly left: boolean;
  /** Number of its turn, on the turn's own branch. */
  readonly turn: number;
  /** The branch that shows it, where that is not the active one. */
  readonly branch?: number;
  readonly line?: number;
  /** The size of the window after it; of an agent its own. */
  readonly tokens?: number;
}

export interface GraphTurn extends AnyGraphRow {
  readonly type: 'turn';
  readonly id: string;
  /** Branch numbers through it. */
  readonly branches: readonly number[];
  readonly parentId?: string;
  readonly prompt: string;
  readonly uuid?: string;
  readonly parentUuid?: string;
  /** Its last entry in the graph: a copy that ends here ends there. */
  readonly lastUuid?: string;
  /** A poorer copy of a prompt, or one taken back before any answer. */
  readonly state: 'live' | 'phantom' | 'cancelled';
  readonly sent: boolean;
  readonly calls: number;
  readonly failedCalls: number;
  /** What it added to the window; negative after a compaction. */
  readonly change?: number;
  readonly entries: number;
  readonly firstLine?: number;
  readonly lastLine?: number;
  readonly leaf: boolean;
}

export interface GraphAgent extends AnyGraphRow {
  readonly type: 'agent';
  readonly agentId: string;
  readonly turnId: string;
  readonly depth: number;
  readonly name: string;
  readonly calls: number;
  readonly failedCalls: number;
  readonly durationMs?: number;
  readonly returned: boolean;
}

export interface GraphCompaction extends AnyGraphRow {
  readonly type: 'compaction';
  readonly turnId?: string;
  readonly before?: number;
  readonly after?: number;
  readonly trigger?: string;
}

export interface GraphBranch {
  readonly number: number;
  readonly leaf: string;
  readonly active: boolean;
  readonly strand: number;
  readonly turns: number;
  /** Turns that only it has, and where it left the active branch. */
  readonly own: number;
  readonly leftAtTurn?: number;
  readonly tokens?: number;
}

interface GraphCounts {
  readonly turns: number;
  readonly compactions: number;
  /** Ways that were left behind. */
  readonly left: number;
  readonly agents: number;
  readonly agentsReturned: number;
  /** Agents that the main thread started and whose files are gone: no rows tell of them. */
  readonly agentsGone: number;
  readonly phantoms: number;
  /** Prompts that were taken back before an answer. */
  readonly takenBack: number;
}

export interface TurnGraph {
  readonly rows: readonly GraphRow[];
  readonly branches: readonly GraphBranch[];
  readonly counts: GraphCounts;
  /** Branches whose turns are not drawn, because there are too many. */
  readonly undrawn: number;
}
