import { expect, test } from 'vitest';
import { readNotification } from './notification.ts';

test('[E3] the start of a background task, queued as bare JSON by 2.1.39–2.1.49, is a quiet notice in words', () => {
  const text =
    '{"task_id":"b1","tool_use_id":"toolu_1","description":"Type-check web app","task_type":"local_bash"}';
  expect(readNotification(text)).toEqual({ label: 'task started: Type-check web app', quiet: true });
  expect(readNotification('{"task_id":"b1"}').label).toBe('task started: b1');
});

test("[T5] the notice of 2.0.76 names its agent's end", () => {
  const text = '<agent-notification><agent-id>a7</agent-id><status>killed</status></agent-notification>';
  expect(readNotification(text)).toMatchObject({ label: 'task a7 killed', severity: 'warning' });
});
