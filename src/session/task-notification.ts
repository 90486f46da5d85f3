// Reads the notices by which background agents and commands report their end [T5], wherever the client put them.
import { objectField, stringField } from '../base/json.ts';
import { contentText } from '../log/block.ts';
import { messageOf, timeOf } from '../log/fields.ts';
import type { Entry } from '../log/line.ts';
import { tagText } from './tag-text.ts';

export interface TaskNotification {
  readonly taskId: string;
  readonly toolUseId: string | undefined;
  readonly status: string | undefined;
  readonly summary: string | undefined;
  readonly entry: Entry;
  readonly at: number | undefined;
}

/** Each notice once per place: a queue operation, an attachment and a user entry may hold the same one. */
export function listTaskNotifications(entries: readonly Entry[]): TaskNotification[] {
  const found: TaskNotification[] = [];
  for (const entry of entries) {
    const text = noticeText(entry);
    if (text === undefined) continue;
    const starts = [...text.matchAll(OPEN)].map(({ index }) => index);
    for (const [n, start] of starts.entries()) {
      const notice = readNotice(text.slice(start, starts[n + 1]), entry);
      if (notice) found.push(notice);
    }
  }
  return found;
}

// `agent-notification` with an `agent-id` is what 2.0.76 wrote.
const OPEN = /<(?:task|agent)-notification>/g;

function noticeText(entry: Entry): string | undefined {
  const { type } = entry.value;
  if (type === 'queue-operation') return stringField(entry.value, 'content');
  if (type === 'attachment') {
    const attachment = objectField(entry.value, 'attachment');
    return attachment?.type === 'queued_command' ? contentText(attachment.prompt) : undefined;
  }
  // A model may quote such a notice: only what reaches it as a user entry's start is one.
  if (type !== 'user') return undefined;
  const text = contentText(messageOf(entry)?.content);
  return /^\s*<(?:task|agent)-notification>/.test(text) ? text : undefined;
}

function readNotice(text: string, entry: Entry): TaskNotification | undefined {
  const taskId = tagText(text, 'task-id') ?? tagText(text, 'agent-id');
  if (taskId === undefined) return undefined;
  return {
    taskId,
    toolUseId: tagText(text, 'tool-use-id'),
    status: tagText(text, 'status'),
    summary: tagText(text, 'summary'),
    entry,
    at: timeOf(entry),
  };
}
