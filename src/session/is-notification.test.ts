import { expect, test } from 'vitest';
import { isNotification } from './is-notification.ts';

test('[E3] notices of the client are told from what a person typed while the model worked', () => {
  expect(isNotification('<task-notification>\n<task-id>b1</task-id>')).toBe(true);
  expect(isNotification('<agent-notification><agent-id>a</agent-id>')).toBe(true);
  expect(isNotification('{"task_id":"b1","task_type":"local_bash"}')).toBe(true);
  expect(isNotification('{"colour": "red"} is the wrong answer')).toBe(false);
  expect(isNotification('why is there a <task-notification> in my log?')).toBe(false);
});
