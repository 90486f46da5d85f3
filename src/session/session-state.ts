// All that a session tells beside its conversation: modes, models, hooks, failures, queue, tasks, pull requests, cost.
import type { Entry } from '../log/line.ts';
import { type ApiIncident, listApiIncidents } from './api-errors.ts';
import { type CostState, lastCostState } from './cost-state.ts';
import { type HookRun, listHookRuns } from './hook-runs.ts';
import { listModeChanges, type ModeChange } from './mode-changes.ts';
import { listModelChanges, type ModelChange } from './model-changes.ts';
import { listPullRequests, type PullRequest } from './pull-requests.ts';
import { type QueueHistory, replayQueue } from './queue-operations.ts';
import { type TodoHistory, todoHistory } from './todo-state.ts';
import { pairToolCalls, type ToolCall } from './tool-calls.ts';

/** What a session tells beside its conversation. */
export interface SessionState {
  readonly todos: TodoHistory;
  readonly modes: readonly ModeChange[];
  readonly models: readonly ModelChange[];
  readonly hooks: readonly HookRun[];
  readonly apiIncidents: readonly ApiIncident[];
  readonly queue: QueueHistory;
  readonly pullRequests: readonly PullRequest[];
  readonly cost: CostState | undefined;
}

/** Reads modes, models, hooks, failures, queue, tasks, pull requests and cost. `calls` are those of the entries, where the caller has them already, or of the main thread alone (`AgentTree.main`). */
export function readSessionState(
  entries: readonly Entry[],
  calls: readonly ToolCall[] = pairToolCalls(entries).calls,
): SessionState {
  return {
    todos: todoHistory(calls),
    modes: listModeChanges(entries),
    models: listModelChanges(entries),
    hooks: listHookRuns(entries),
    apiIncidents: listApiIncidents(entries),
    queue: replayQueue(entries),
    pullRequests: listPullRequests(entries),
    cost: lastCostState(entries),
  };
}
