// Surveys of a few lines, and the entries that they are made of.
import { encodeUtf8 } from '../base/bytes.ts';
import { parseLog } from '../log/read-log.ts';
import { type SessionSurvey, Surveyor } from './surveyor.ts';

export function survey(lines: readonly (object | string)[], file = 'a/session.jsonl'): SessionSurvey {
  const text = lines.map((line) => `${typeof line === 'string' ? line : JSON.stringify(line)}\n`).join('');
  return surveyText(text, file);
}

export function surveyText(text: string, file = 'a/session.jsonl'): SessionSurvey {
  const surveyor = new Surveyor(file);
  for (const line of parseLog(encodeUtf8(text))) surveyor.add(line);
  return surveyor.finish();
}

export function user(content: unknown, more: object = {}): object {
  return { type: 'user', message: { role: 'user', content }, ...more };
}

export function assistant(message: object, more: object = {}): object {
  return { type: 'assistant', message: { role: 'assistant', ...message }, ...more };
}

export function link(uuid: string, parentUuid: unknown, entry: object = { type: 'system' }): object {
  return { ...entry, uuid, parentUuid };
}

export function use(id: unknown, name?: unknown): object {
  return { type: 'tool_use', id, name };
}

export function result(id: unknown): object {
  return { type: 'tool_result', tool_use_id: id };
}

export function text(words: string): object {
  return { type: 'text', text: words };
}
