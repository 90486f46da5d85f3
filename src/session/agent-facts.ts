// What an agent is in the session, and how it ended: from its call, its meta file and the notifications.
import { asObject, stringField } from '../base/json.ts';
import type { LinkableThread } from './agent-links.ts';
import type { TaskNotification } from './task-notification.ts';
import type { ToolCall } from './tool-calls.ts';

export type AgentRole = 'agent' | 'teammate' | 'workflow';

export type AgentStatus = 'completed' | 'failed' | 'stopped' | 'running' | 'unknown';

export function agentRole(
  thread: Pick<LinkableThread, 'workflow' | 'meta' | 'entries'>,
  call: ToolCall | undefined,
): AgentRole {
  if (thread.workflow !== undefined) return 'workflow';
  const result = asObject(call?.toolUseResult);
  const member =
    stringField(thread.meta, 'teamName') !== undefined ||
    thread.meta?.taskKind === 'in_process_teammate' ||
    result?.status === 'teammate_spawned' ||
    stringField(call?.input, 'team_name') !== undefined ||
    thread.entries.some((entry) => typeof entry.value.teamName === 'string');
  return member ? 'teammate' : 'agent';
}

/** A notification says how a background agent ended; the result of its call says only that it was started [T5]. */
export function agentStatus(
  agentId: string,
  call: ToolCall | undefined,
  notices: ReadonlyMap<string, TaskNotification>,
): AgentStatus {
  const told = notices.get(agentId) ?? (call && notices.get(call.id));
  if (told?.status !== undefined) return STATUSES.get(told.status) ?? 'unknown';
  if (!call) return 'unknown';
  if (call.status === 'pending') return 'running';
  if (call.status !== 'ok') return call.status === 'error' ? 'failed' : 'stopped';
  const result = asObject(call.toolUseResult);
  // Old clients and copies give no status: an answer that came is one that was completed.
  return STATUSES.get(stringField(result, 'status') ?? 'completed') ?? 'unknown';
}

/** The last notice of each task, by the task's id and by the tool use that started it. */
export function lastNotices(notices: readonly TaskNotification[]): Map<string, TaskNotification> {
  const last = new Map<string, TaskNotification>();
  for (const notice of notices) {
    last.set(notice.taskId, notice);
    if (notice.toolUseId !== undefined) last.set(notice.toolUseId, notice);
  }
  return last;
}

const STATUSES: ReadonlyMap<string, AgentStatus> = new Map([
  ['completed', 'completed'],
  ['success', 'completed'],
  ['failed', 'failed'],
  ['error', 'failed'],
  ['killed', 'stopped'],
  ['stopped', 'stopped'],
  ['running', 'running'],
  ['async_launched', 'running'],
  ['teammate_spawned', 'running'],
]);
