// Whether a text that waited in the queue is the client's own notice, not something that a person typed [E3].

export function isNotification(text: string): boolean {
  return NOTICE.test(text);
}

/** The tags that such notices stand in. */
export const NOTICE_TAGS: readonly string[] = [
  'task-notification',
  'agent-notification',
  'bash-notification',
  'ci-monitor-event',
  'teammate-message',
];

// 2.1.39–2.1.49 queue the start of a background task as bare JSON.
const NOTICE = new RegExp(`^\\s*(?:<(?:${NOTICE_TAGS.join('|')})[\\s>]|\\{"task_id":)`);
