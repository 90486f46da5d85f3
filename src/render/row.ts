// The transcript as typed rows: what the terminal, the web app and the exports show, in reading order.
import type { ImageInfo } from '../base/image-info.ts';
import type { JsonObject } from '../base/json.ts';
import type { Place, UnreadableReason } from '../log/line.ts';
import type { ToolCall } from '../session/tool-calls.ts';
import type { ToolView } from '../session/tool-view/view-tool-call.ts';
import type { Turn, TurnEnd } from '../session/turns.ts';

/** What every row knows. Text fields are as they were logged: whoever shows them makes them safe. */
export interface RowSource {
  /** Where its line stands (the first of several); undefined only for rows made from no line. */
  readonly place: Place | undefined;
  readonly uuid: string | undefined;
  readonly time: number | undefined;
  /** The content blocks it shows: each block of a branch is in exactly one row. */
  readonly blocks: readonly JsonObject[];
}

export interface Tokens {
  /** What the last request of the stretch read [K1]; undefined where no request logged its usage. */
  readonly context: number | undefined;
  readonly output: number;
  /** False where the output is only "at least" [M3]. */
  readonly outputFinal: boolean;
}

export interface SessionRow extends RowSource {
  readonly kind: 'session';
  readonly sessionId: string;
  readonly title: string | undefined;
  readonly cwd: string | undefined;
  readonly gitBranch: string | undefined;
  readonly versions: readonly string[];
  readonly models: readonly string[];
  readonly start: number | undefined;
  readonly end: number | undefined;
  readonly turns: number;
  readonly toolCalls: number;
  readonly agents: number;
  readonly tokens: Tokens;
  /** This branch is number `number` of `count`. */
  readonly branch: { readonly number: number; readonly count: number; readonly active: boolean };
  /** Set where the thread is an agent's. */
  readonly agentId: string | undefined;
  /** Warnings and errors of the thread; notes do not count. */
  readonly problems: number;
}

export interface TurnRow extends RowSource {
  readonly kind: 'turn';
  readonly number: number;
  readonly turnKind: Turn['kind'];
  readonly start: number | undefined;
  /** The client's own figure where it logged one, else last entry minus first. */
  readonly durationMs: number | undefined;
  readonly exchanges: number;
  readonly toolCalls: number;
  readonly tokens: Tokens;
  readonly ended: TurnEnd;
}

export interface PromptRow extends RowSource {
  readonly kind: 'prompt';
  /** `queued`: typed while the model worked, and given to it in the middle of a turn [U4]. */
  readonly promptKind: 'prompt' | 'command' | 'shell-input' | 'agent-prompt' | 'queued';
  readonly text: string;
  /** Reminders that the client put around what was typed. */
  readonly reminders: readonly string[];
}

export interface ThinkingRow extends RowSource {
  readonly kind: 'thinking';
  readonly text: string;
  /** Without text: encrypted by the API, or kept as a signature only [M7]. */
  readonly hidden: 'redacted' | 'signature' | undefined;
}

export interface TextRow extends RowSource {
  readonly kind: 'text';
  readonly text: string;
  readonly model: string | undefined;
  /** The client's own words in the model's place: API errors and fixed phrases [M6]. */
  readonly synthetic: boolean;
  readonly apiError: boolean;
}

export interface ToolRow extends RowSource {
  readonly kind: 'tool';
  readonly call: ToolCall;
  readonly view: ToolView;
  readonly summary: string;
  readonly outcome: string;
  readonly images: readonly ImageInfo[];
  /** The agents that this call started. */
  readonly agents: readonly AgentRow[];
}

export interface AgentRow extends RowSource {
  readonly kind: 'agent';
  readonly agentId: string;
  readonly agentType: string | undefined;
  readonly description: string | undefined;
  /** Why it stands where it stands: how it was linked, or that it is the client's own or unlinked. */
  readonly link: string;
  readonly turns: number;
  readonly toolCalls: number;
  readonly tokens: Tokens;
  readonly durationMs: number | undefined;
  /** Its own transcript; undefined where only a reference was asked for, or its lines are missing. */
  readonly rows: readonly Row[] | undefined;
  readonly missing: boolean;
}

export interface CompactionRow extends RowSource {
  readonly kind: 'compaction';
  /** `micro`: only old tool results were dropped. */
  readonly scope: 'full' | 'micro';
  readonly trigger: string | undefined;
  readonly tokensBefore: number | undefined;
  readonly tokensAfter: number | undefined;
  readonly durationMs: number | undefined;
  /** The summary that the conversation went on from. */
  readonly summary: string | undefined;
  /** The line of the summary, where that is not the row's own. */
  readonly summaryLine?: number | undefined;
}

export interface OtherWay {
  /** `cancelled`: a prompt taken back before any answer. */
  readonly state: 'live' | 'cancelled';
  readonly text: string;
  readonly time: number | undefined;
  /** The branches that go this way, by number from 1 with their leaves. */
  readonly branches: readonly { readonly number: number; readonly leaf: string }[];
}

/** The conversation was rewound here: other ways lead on from the same place. */
export interface ForkRow extends RowSource {
  readonly kind: 'fork';
  readonly others: readonly OtherWay[];
}

export type NoticeKind =
  | 'api-error'
  | 'attachment'
  | 'bookkeeping'
  | 'command'
  | 'command-output'
  | 'hook'
  | 'interruption'
  | 'meta'
  | 'mode'
  | 'model'
  | 'notification'
  | 'queue'
  | 'reminder'
  | 'shell-output'
  | 'stray-result'
  | 'system'
  | 'title';

export interface NoticeRow extends RowSource {
  readonly kind: 'notice';
  readonly notice: NoticeKind;
  /** Housekeeping that a reader rarely wants: shown only when everything is. */
  readonly quiet: boolean;
  /** A few words that name it. */
  readonly label: string;
  /** What it says, where it says something. */
  readonly text: string | undefined;
  readonly severity: 'info' | 'warning' | 'error';
}

export interface ImageRow extends RowSource {
  readonly kind: 'image';
  readonly image: ImageInfo;
}

/** An entry or block of a type that this version does not know [E1]. */
export interface UnknownRow extends RowSource {
  readonly kind: 'unknown';
  readonly what: 'entry' | 'block';
  readonly type: string;
  readonly value: JsonObject;
}

export interface UnreadableRow extends RowSource {
  readonly kind: 'unreadable';
  readonly reason: UnreadableReason;
  /** The beginning of the line. */
  readonly text: string;
}

export type Row =
  | SessionRow
  | TurnRow
  | PromptRow
  | ThinkingRow
  | TextRow
  | ToolRow
  | AgentRow
  | CompactionRow
  | ForkRow
  | NoticeRow
  | ImageRow
  | UnknownRow
  | UnreadableRow;
