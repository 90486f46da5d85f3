// Where money, tokens and hours went, over all sessions.
import type { Usage } from './figures.ts';

export interface StatsQuery {
  readonly since?: number;
  readonly until?: number;
  readonly project?: string;
  readonly model?: string;
  /** Only this session; `agent` then is `main`, `all` or an agent's id. */
  readonly session?: string;
  readonly agent?: string;
  /** Only requests of one hour of the week, as the heatmap has it: `2-22` is Wednesday from 22 to 23. */
  readonly at?: string;
  /** Of the series; by default `day`. */
  readonly by?: 'day' | 'week' | 'month';
  /** Asked again because `toolsFrom` had more to come: some seconds may be spent on it. */
  readonly again?: boolean;
}

export interface StatsAnswer {
  readonly from?: number;
  readonly to?: number;
  readonly totals: Usage;
  readonly tokens: number;
  /** Share of the input that was read from the cache, and about what that saved. */
  readonly cacheShare: number;
  readonly cacheSavedUSD?: number;
  readonly series: readonly StatsPoint[];
  readonly models: readonly (Usage & { readonly model: string })[];
  readonly projects: readonly (Usage & {
    readonly project: string;
    readonly name: string;
    readonly sessions: number;
  })[];
  readonly tools: readonly StatsTool[];
  readonly toolCalls: number;
  /** Times and failures of tools are from this many sessions; `more` are read when it is asked again. */
  readonly toolsFrom: { readonly read: number; readonly of: number; readonly more: boolean };
  /** Requests by weekday (0 is Monday) and hour, local time of the server: `heatmap[day][hour]`. */
  readonly heatmap: readonly (readonly number[])[];
  readonly sessions: readonly (Usage & {
    readonly key: string;
    readonly title?: string;
    readonly project?: string;
    readonly modified: number;
  })[];
  readonly block?: StatsBlock;
  /** The last ones, of which the newest tells its requests. */
  readonly blocks: readonly StatsBlock[];
  /** Of the sessions that `toolsFrom` was read from, newest first. */
  readonly compactions: readonly {
    readonly key: string;
    readonly title?: string;
    readonly time?: number;
    readonly before?: number;
    readonly after?: number;
  }[];
  /** What each counting rule changed. */
  readonly reconcile: readonly {
    readonly rule: string;
    readonly sentence: string;
    readonly requests: number;
    readonly tokens: number;
    readonly costUSD?: number;
  }[];
  readonly notes: readonly string[];
}

export interface StatsPoint {
  /** A day `2026-11-14`, a week by its Monday `2026-11-09`, a month `2026-11`. */
  readonly key: string;
  readonly start: number;
  readonly usage: Usage;
  readonly byModel: Readonly<Record<string, Usage>>;
  /** The session that cost most. */
  readonly top?: { readonly key: string; readonly title?: string; readonly costUSD?: number };
}

export interface StatsTool {
  readonly name: string;
  readonly calls: number;
  /** Of `timed` calls, those that were looked at one by one. */
  readonly timed: number;
  readonly failed: number;
  readonly totalMs: number;
  readonly medianMs?: number;
  /** Output tokens of the answers that made these calls. */
  readonly tokens?: number;
}

export interface StatsBlock {
  readonly start: number;
  readonly end: number;
  readonly active: boolean;
  readonly usage: Usage;
  readonly requests: readonly { readonly time: number; readonly costUSD?: number; readonly key?: string }[];
}
