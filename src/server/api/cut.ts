// The cutting workbench: what can go, the plan of a clone with all that it removes, making it, and taking it back.
import type { Advice } from '../../load/advise-cut.ts';
import type { LineageRecord } from '../../load/lineage-record.ts';
import type { Reach } from '../../transform/choose-turns.ts';
import type { Droppable } from '../../transform/drop-entries.ts';
import type { Basis, BeforeAfter, ByKind, Coverage } from './figures.ts';

export type { Droppable, Reach };

export interface CutStep {
  /** First and last turn to keep. */
  readonly turns?: { readonly from?: number; readonly to?: number };
  readonly removeCalls?: {
    readonly reach: Reach;
    readonly tools?: readonly string[];
    readonly minSize?: number;
    /** Only these calls. */
    readonly ids?: readonly string[];
    /** Leaves a line where a call was. */
    readonly markers?: boolean;
  };
  readonly truncate?: readonly {
    readonly reach: Reach;
    /** Characters that stay of a result. */
    readonly most: number;
    readonly tools?: readonly string[];
    readonly minSize?: number;
    readonly ids?: readonly string[];
    /** The inputs too. */
    readonly inputs?: boolean;
  }[];
  readonly removeThinking?: Reach;
  readonly removeImages?: Reach;
  /** Makes large images smaller; `side` is the most pixels of the longer side, 1,568 by default. */
  readonly scaleImages?: { readonly reach: Reach; readonly side?: number };
  readonly drop?: readonly Droppable[];
  /** Only in these turns, both ends included: limits calls, results, thinking and images, not `turns` and `drop`. */
  readonly inTurns?: readonly { readonly from: number; readonly to: number }[];
}

export interface CutInput {
  /** The uuid to end at; a branch's leaf, or any entry ("end here"). */
  readonly leaf?: string;
  readonly uncompact?: number;
  readonly preset?: string;
  /** One after another. */
  readonly cuts?: readonly CutStep[];
  /** Tokens that a resume may load. */
  readonly fit?: number;
  readonly title?: string;
}

export interface CutOverview {
  readonly tokens: number;
  readonly basis: Basis;
  readonly window?: number;
  readonly byKind: ByKind;
  readonly turns: number;
  readonly compactions: number;
  readonly choices: readonly CutChoice[];
  readonly whatIfs: readonly CutChoice[];
  readonly presets: readonly { readonly name: string; readonly sentence: string }[];
  /** What is enough to leave half of the window free; not told of very long sessions. */
  readonly advice?: Advice;
}

/** A line that can be ticked: what it does alone, measured. */
export interface CutChoice {
  /** `tools`, `tool:Bash`, `thinking`, `images`, `attachments`, `unsent`, `uncompact` … */
  readonly id: string;
  /** The choice that it is part of. */
  readonly parent?: string;
  readonly label: string;
  readonly detail: string;
  /** Negative: saved. Positive: added. 0 for what the model never sees. */
  readonly tokens: number;
  readonly bytes?: number;
  readonly count: number;
  /** To be sent as one of `CutInput.cuts`; absent where it is set by `input`. */
  readonly step?: CutStep;
  readonly input?: Pick<CutInput, 'uncompact' | 'leaf' | 'fit'>;
}

export interface CutPlanAnswer {
  readonly title: string;
  readonly changes: Readonly<Record<string, number>>;
  readonly left: Readonly<Record<string, number>>;
  readonly turns: BeforeAfter;
  readonly bytes: BeforeAfter;
  readonly tokens: BeforeAfter & { readonly basis: Basis };
  readonly byKind: BeforeAfter<ByKind>;
  readonly window?: number;
  readonly agents: { readonly kept: number; readonly left: number };
  /** Turn by turn, in tokens. */
  readonly perTurn: readonly (BeforeAfter & { readonly turn: number; readonly sent: boolean })[];
  /** What goes, grouped; largest first. */
  readonly goes: readonly CutGroup[];
  /** What goes of each tool; the one that loses most first. */
  readonly tools: readonly CutTool[];
  readonly cost: CutCost;
  readonly notes: readonly string[];
}

export interface CutCost {
  /** The first request writes a new cache prefix. */
  readonly firstRequestUSD?: number;
  /** Each later one costs this much less; 0 where nothing is saved. */
  readonly laterSavedUSD?: number;
  readonly model?: string;
}

export interface CutTool {
  readonly tool: string;
  readonly removed: number;
  readonly shortened: number;
  /** Tokens that go. */
  readonly tokens: number;
}

export interface CutGroup {
  readonly what: 'shortened' | 'removed' | 'thinking' | 'images' | 'attachments' | 'turns' | 'beside';
  readonly count: number;
  readonly tokens: number;
  readonly bytes: number;
  /** At most 100. */
  readonly things: readonly CutThing[];
}

export interface CutThing extends BeforeAfter {
  readonly label: string;
  readonly tool?: string;
  readonly turn: number;
  readonly line?: number;
}

export interface CutAnswer {
  readonly key: string;
  readonly sessionId: string;
  readonly title: string;
  readonly cwd?: string;
  readonly resumeCommand: string;
  readonly tokens: BeforeAfter & { readonly basis: Basis };
  readonly turns: BeforeAfter;
  readonly bytes: BeforeAfter;
  readonly changes: Readonly<Record<string, number>>;
  /** What the newest client loads of the copy, looked at after writing. */
  readonly loads: Coverage & { readonly client: string };
  readonly notes: readonly string[];
}

export interface LineageAnswer {
  readonly sessionId: string;
  /** From the eldest ancestor; absent where clew made nothing of it. */
  readonly tree?: LineageNode;
}

export interface LineageNode {
  readonly sessionId: string;
  readonly key?: string;
  readonly title?: string;
  readonly exists: boolean;
  readonly madeByClew: boolean;
  readonly state?: LineageRecord['state'];
  readonly created?: string;
  readonly changes?: Readonly<Record<string, number>>;
  readonly options?: unknown;
  readonly children: readonly LineageNode[];
}

export interface UndoInput {
  /** Also where the clone was worked on since. */
  readonly force?: boolean;
}

export interface CompressInput {
  /** `offline` (the default) sends nothing anywhere; `anthropic`, `claude` and `openai` do. */
  readonly provider?: 'offline' | 'anthropic' | 'claude' | 'openai';
  readonly model?: string;
  /** Which turns, and what is left of them: `usual`, or `0-50:heavy,50-75:standard`. */
  readonly bands?: string;
  readonly what?: readonly ('answer' | 'prompt' | 'result' | 'turns')[];
  readonly asCompaction?: boolean;
  /** Newest turns that are never touched. */
  readonly protect?: number;
  readonly title?: string;
  /** Cuts that are made first. */
  readonly cut?: Omit<CutInput, 'fit' | 'title'>;
  /** For a run that sends texts away: the `destination` of its plan, as a yes to it. */
  readonly agreedTo?: string;
  /** A name for the run: events tell how far it is, and `compress/cancel` ends it. */
  readonly run?: string;
}

export interface CancelInput {
  readonly run: string;
}

export interface CompressPlanAnswer {
  readonly title: string;
  readonly tokens: BeforeAfter & { readonly basis: Basis };
  readonly turns: BeforeAfter;
  readonly byKind: BeforeAfter<ByKind>;
  /** By part of the session: how many texts, and their tokens. */
  readonly bands: readonly (BeforeAfter & { readonly name: string; readonly texts: number })[];
  /** What going on with the copy costs, beside what shortening it costs. */
  readonly resumeCost: CutCost;
  readonly provider: string;
  readonly model: string;
  /** Where texts would be sent; absent where nothing leaves the machine. */
  readonly destination?: string;
  /** Texts that are shortened, of these known from an earlier run, and requests to make. */
  readonly texts: number;
  readonly cached: number;
  readonly calls: number;
  /** Tokens that are sent and come back. */
  readonly input: number;
  readonly output: number;
  readonly costUSD?: number;
  /** Secrets that are hidden before anything is sent. */
  readonly secrets: number;
  readonly notes: readonly string[];
}

export type CompressRunAnswer = CutAnswer;
