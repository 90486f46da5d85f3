// The shape of a story: what people and models say and do in a session, before any client version writes it down.

export interface Story {
  readonly title: string;
  readonly branch: string;
  readonly turns: readonly StoryTurn[];
}

export interface StoryTurn {
  readonly prompt: string;
  readonly exchanges: readonly Exchange[];
  /** Images pasted with the prompt. */
  readonly images?: number;
}

/** One request to the model: it thinks, speaks and calls tools, in that order. */
export interface Exchange {
  readonly think?: string;
  readonly say?: string;
  readonly calls?: readonly Call[];
}

export type Call =
  | ReadCall
  | EditCall
  | WriteCall
  | BashCall
  | GrepCall
  | GlobCall
  | TodoCall
  | FetchCall
  | AskCall
  | PlanCall
  | SkillCall
  | McpCall
  | AgentCall;

export interface ReadCall {
  readonly tool: 'Read';
  readonly path: string;
  readonly text: string;
  readonly image?: boolean;
}

export interface EditCall {
  readonly tool: 'Edit';
  readonly path: string;
  /** The whole file before the edit; it must hold `before` once. */
  readonly file: string;
  readonly before: string;
  readonly after: string;
}

export interface WriteCall {
  readonly tool: 'Write';
  readonly path: string;
  readonly text: string;
}

export interface BashCall {
  readonly tool: 'Bash';
  readonly command: string;
  readonly why: string;
  readonly out: string;
  /** Exit code of a command that failed. */
  readonly fails?: number;
}

export interface GrepCall {
  readonly tool: 'Grep';
  readonly pattern: string;
  readonly hits: readonly string[];
  readonly content?: boolean;
}

export interface GlobCall {
  readonly tool: 'Glob';
  readonly pattern: string;
  readonly hits: readonly string[];
}

export interface TodoCall {
  readonly tool: 'Todo';
  readonly items: readonly (readonly [text: string, status: 'pending' | 'in_progress' | 'completed'])[];
}

export interface FetchCall {
  readonly tool: 'WebFetch';
  readonly url: string;
  readonly ask: string;
  readonly answer: string;
}

export interface AskCall {
  readonly tool: 'AskUserQuestion';
  readonly question: string;
  readonly header: string;
  readonly options: readonly (readonly [label: string, description: string])[];
  readonly answer: string;
}

export interface PlanCall {
  readonly tool: 'ExitPlanMode';
  readonly plan: string;
}

export interface SkillCall {
  readonly tool: 'Skill';
  readonly skill: string;
  readonly args: string;
  readonly body: string;
}

export interface McpCall {
  readonly tool: 'Mcp';
  readonly server: string;
  readonly name: string;
  readonly input: Readonly<Record<string, string>>;
  readonly answer: string;
}

export interface AgentCall {
  readonly tool: 'Agent';
  readonly kind: string;
  readonly description: string;
  readonly prompt: string;
  readonly exchanges: readonly Exchange[];
  readonly report: string;
  readonly background?: boolean;
  /** The client never wrote the agent's file, or someone removed it. */
  readonly missing?: boolean;
}
