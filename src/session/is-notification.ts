// Whether a text that waited in the queue is the client's own notice, not something that a person typed [E3].

export function isNotification(text: string): boolean {
  return NOTICE.test(text);
}

// 2.1.39–2.1.49 queue the start of a background task as bare JSON.
const NOTICE =
  /^\s*(?:<(?:task-notification|agent-notification|bash-notification|ci-monitor-event|teammate-message)[\s>]|\{"task_id":)/;
