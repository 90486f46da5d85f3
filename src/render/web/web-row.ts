// The rows of a transcript as plain JSON for a page: what the server sends and what an exported page carries.
//
// Absent fields mean that nothing is known; times are milliseconds since 1970; texts are as they were logged (whoever shows
// them makes them safe) and cut where `cut` says so.
import type { ImageInfo } from '../../base/image-info.ts';
import type { Place } from '../../log/line.ts';
import type { ToolView } from '../../session/tool-view/view-tool-call.ts';

/** A text or list of the row that was cut. */
export interface CutText {
  /** Where in the row: `text`, `view.stdout`, `view.hunks.3.lines`. */
  readonly path: string;
  /** Of the whole: UTF-16 units of a text, items of a list. */
  readonly length: number;
  readonly kept: number;
  readonly unit: 'characters' | 'items';
}

export interface AnyRow {
  /** Names the row for ever, in links too: the line it comes from and its number among the rows of that line. */
  readonly id: string;
  /** Its number on the branch. */
  readonly index: number;
  readonly turn: number;
  readonly place?: Place;
  readonly uuid?: string;
  readonly time?: number;
  /** What it weighs in the window, in tokens; absent where it is in no request. */
  readonly tokens?: number;
  /** Texts that are not whole here; absent where all are. */
  readonly cut?: readonly CutText[];
  /** The client that wrote it. */
  readonly version?: string;
}

interface WebSessionRow extends AnyRow {
  readonly kind: 'session';
  readonly sessionId: string;
  readonly title?: string;
  readonly cwd?: string;
  readonly gitBranch?: string;
  readonly versions: readonly string[];
  readonly models: readonly string[];
  readonly start?: number;
  readonly end?: number;
  readonly turns: number;
  readonly toolCalls: number;
  readonly agents: number;
  readonly branch: { readonly number: number; readonly count: number; readonly active: boolean };
  readonly agentId?: string;
  readonly problems: number;
}

export interface WebTurnRow extends AnyRow {
  readonly kind: 'turn';
  readonly number: number;
  readonly turnKind: string;
  readonly start?: number;
  readonly durationMs?: number;
  readonly idleMs?: number;
  readonly exchanges: number;
  readonly toolCalls: number;
  readonly failedCalls: number;
  readonly agents: number;
  readonly contextBefore?: number;
  readonly contextAfter?: number;
  readonly output: number;
  readonly outputFinal: boolean;
  readonly ended: string;
}

export interface WebPromptRow extends AnyRow {
  readonly kind: 'prompt';
  readonly promptKind: 'prompt' | 'command' | 'shell-input' | 'agent-prompt' | 'queued';
  readonly text: string;
  readonly reminders: readonly string[];
}

export interface WebThinkingRow extends AnyRow {
  readonly kind: 'thinking';
  readonly text: string;
  readonly hidden?: 'redacted' | 'signature';
  readonly durationMs?: number;
}

export interface WebTextRow extends AnyRow {
  readonly kind: 'text';
  readonly text: string;
  readonly model?: string;
  readonly synthetic: boolean;
  readonly apiError: boolean;
}

export interface WebToolRow extends AnyRow {
  readonly kind: 'tool';
  readonly callId: string;
  readonly name: string;
  /** Texts inside are cut as `cut` says; absent fields are undefined. */
  readonly view: ToolView;
  /** The input as it was sent, for tools without a view and for the curious. */
  readonly input: unknown;
  readonly resultText: string;
  /** Characters of the whole result text. */
  readonly resultLength: number;
  readonly summary: string;
  readonly outcome: string;
  readonly status: string;
  readonly isError: boolean;
  readonly start?: number;
  readonly end?: number;
  readonly durationMs?: number;
  readonly durationBasis?: 'logged' | 'timestamps';
  /** Number `position` of `count` calls made at once. */
  readonly parallel: { readonly count: number; readonly position: number };
  readonly resultPlace?: Place;
  readonly callTokens?: number;
  readonly resultTokens?: number;
  readonly images: readonly WebImage[];
  readonly agents: readonly WebAgentRow[];
  /** Where the same call (same tool and words) was made before and after: rows, and how often in all. */
  readonly same?: {
    readonly count: number;
    readonly position: number;
    readonly tokens?: number;
    readonly first: number;
    readonly next?: number;
  };
}

export interface WebAgentRow extends AnyRow {
  readonly kind: 'agent';
  /** Its own rows: `rows?agent=<agentId>`. */
  readonly agentId: string;
  readonly agentType?: string;
  readonly description?: string;
  readonly link: string;
  readonly turns: number;
  readonly toolCalls: number;
  readonly contextTokens?: number;
  readonly output: number;
  readonly durationMs?: number;
  readonly missing: boolean;
}

export interface WebCompactionRow extends AnyRow {
  readonly kind: 'compaction';
  readonly scope: 'full' | 'micro';
  readonly trigger?: string;
  readonly tokensBefore?: number;
  readonly tokensAfter?: number;
  readonly durationMs?: number;
  readonly summary?: string;
  /** Turns that are no longer sent since. */
  readonly turns?: { readonly from: number; readonly to: number };
}

export interface WebForkRow extends AnyRow {
  readonly kind: 'fork';
  readonly others: readonly {
    readonly state: 'live' | 'cancelled';
    readonly text: string;
    readonly time?: number;
    readonly branches: readonly { readonly number: number; readonly leaf: string }[];
  }[];
}

export interface WebNoticeRow extends AnyRow {
  readonly kind: 'notice';
  readonly notice: string;
  readonly quiet: boolean;
  readonly label: string;
  readonly text?: string;
  readonly severity: 'info' | 'warning' | 'error';
}

export interface WebImageRow extends AnyRow {
  readonly kind: 'image';
  readonly image: WebImage;
}

export interface WebImage extends ImageInfo {
  /** Where the picture is; absent where its data is not one that a page may show. */
  readonly src?: string;
}

export interface WebUnknownRow extends AnyRow {
  readonly kind: 'unknown';
  readonly what: 'entry' | 'block';
  readonly type: string;
  readonly value: unknown;
}

export interface WebUnreadableRow extends AnyRow {
  readonly kind: 'unreadable';
  readonly reason: string;
  readonly text: string;
}

export type WebRow =
  | WebSessionRow
  | WebTurnRow
  | WebPromptRow
  | WebThinkingRow
  | WebTextRow
  | WebToolRow
  | WebAgentRow
  | WebCompactionRow
  | WebForkRow
  | WebNoticeRow
  | WebImageRow
  | WebUnknownRow
  | WebUnreadableRow;
