// The script of the fake API: which answer it gives to which request.

export type AnswerBlock =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'thinking'; readonly thinking: string; readonly signature?: string }
  | { readonly type: 'tool_use'; readonly name: string; readonly input: object; readonly id?: string };

export interface Answer {
  /** Short for one text block. */
  readonly text?: string;
  readonly content?: readonly AnswerBlock[];
  readonly stop_reason?: string;
  /** Merged over a made-up usage; `out` is the final number of output tokens. */
  readonly usage?: Readonly<Record<string, number>>;
  readonly out?: number;
  /** Milliseconds before the answer, between blocks, and between words of a block. */
  readonly delay?: number;
  readonly gap?: number;
  readonly wordGap?: number;
  /** An HTTP error instead of a message. */
  readonly status?: number;
  readonly error?: string;
  readonly message?: string;
}

/** Answers for requests whose first or last user message matches; agents are told apart by their prompt. */
export interface Rule {
  readonly first?: string;
  readonly last?: string;
  readonly answers: readonly Answer[];
}

export interface ApiScript {
  /** Handed out in order to requests of the agent loop that no rule fits; then "Done." for ever. */
  readonly answers?: readonly Answer[];
  readonly rules?: readonly Rule[];
  /** For requests without tools: titles and the like. */
  readonly title?: Answer;
  /** For compaction requests, in order. */
  readonly compactions?: readonly Answer[];
}

export type RequestKind = 'agent' | 'compact' | 'title' | 'warmup' | 'suggestion' | 'count' | 'other';

export interface LoggedRequest {
  readonly method: string;
  readonly url: string;
  readonly kind: RequestKind;
  /** When it arrived, as an ISO time. */
  readonly at: string;
  readonly body: RequestBody;
}

export interface RequestMessage {
  readonly role: 'user' | 'assistant' | 'system';
  readonly content: string | readonly RequestBlock[];
}

export interface RequestBlock {
  readonly type: string;
  readonly text?: string;
  readonly [key: string]: unknown;
}

export interface RequestBody {
  readonly model: string;
  readonly messages: readonly RequestMessage[];
  readonly tools?: readonly { readonly name: string }[];
  readonly [key: string]: unknown;
}
