// Builds small sessions for tests, entry by entry: numbers stand for uuids, and each entry is a second after the last.
import { encodeUtf8 } from '../base/bytes.ts';
import type { Line } from '../log/line.ts';
import { parseLog } from '../log/read-log.ts';
import { predictResume, type ResumePrediction } from './predict-resume.ts';
import type { SentMessage } from './sent-message.ts';

export type Fields = Readonly<Record<string, unknown>>;

/** A model that all clients from 2.0.33 on know, so that signed thinking is never another model's. */
export const MODEL = 'claude-sonnet-4-5-20250929';
const START = Date.parse('2026-03-01T10:00:00.000Z');

export function uuid(n: number): string {
  return `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
}

/** `parent` null makes a root. `at` (seconds) moves the entry in time. */
export function entry(
  n: number,
  parent: number | null,
  type: string,
  fields: Fields,
  at: number = n,
): Fields {
  return {
    parentUuid: parent === null ? null : uuid(parent),
    isSidechain: false,
    userType: 'external',
    cwd: '/home/user/project',
    sessionId: uuid(9000),
    version: '2.1.200',
    gitBranch: 'main',
    type,
    uuid: uuid(n),
    timestamp: time(at),
    ...fields,
  };
}

export function time(seconds: number): string {
  return new Date(START + seconds * 1000).toISOString();
}

export function prompt(n: number, parent: number | null, content: unknown, fields: Fields = {}): Fields {
  return entry(n, parent, 'user', { message: { role: 'user', content }, ...fields });
}

/** One block of an answer; `id` is the message's. */
export function answer(
  n: number,
  parent: number | null,
  id: string,
  block: Fields,
  fields: Fields = {},
): Fields {
  const usage = { input_tokens: 10, output_tokens: 20 };
  const message = {
    id,
    type: 'message',
    role: 'assistant',
    model: MODEL,
    content: [block],
    stop_reason: null,
    usage,
  };
  return entry(n, parent, 'assistant', { message, requestId: `req_${id}`, ...fields });
}

export function text(words: string): Fields {
  return { type: 'text', text: words };
}

export function thinking(words: string): Fields {
  return { type: 'thinking', thinking: words, signature: 'c2lnbmF0dXJl' };
}

export function call(id: string, name: string = 'Bash', input: Fields = { command: `echo ${id}` }): Fields {
  return { type: 'tool_use', id: `toolu_${id}`, name, input };
}

export function result(n: number, parent: number | null, id: string, content: unknown = `out ${id}`): Fields {
  return prompt(n, parent, [{ type: 'tool_result', tool_use_id: `toolu_${id}`, content }]);
}

/** What a hook adds to a prompt: the plainest attachment that is sent. */
export const HOOK: Fields = {
  type: 'hook_additional_context',
  content: ['note'],
  hookName: 'UserPromptSubmit',
  toolUseID: 'x',
  hookEvent: 'UserPromptSubmit',
};

export function attachment(n: number, parent: number | null, fields: Fields): Fields {
  return entry(n, parent, 'attachment', { attachment: fields });
}

export function system(n: number, parent: number | null, subtype: string, fields: Fields = {}): Fields {
  return entry(n, parent, 'system', { subtype, content: '', level: 'info', isMeta: false, ...fields });
}

export function lastPrompt(leaf: number, fields: Fields = {}): Fields {
  return { type: 'last-prompt', lastPrompt: 'x', leafUuid: uuid(leaf), sessionId: uuid(9000), ...fields };
}

/** The session's text; a string stands for itself. */
export function sessionText(entries: readonly (Fields | string)[]): string {
  return entries.map((line) => `${typeof line === 'string' ? line : JSON.stringify(line)}\n`).join('');
}

export function sessionLines(entries: readonly (Fields | string)[]): Line[] {
  return parseLog(encodeUtf8(sessionText(entries)));
}

/** A request in short, one string a message: `assistant: thinking, "First answer", call b`. */
export function inShort(messages: readonly SentMessage[]): string[] {
  return messages.map(({ role, content }) => `${role}: ${content.map(blockInShort).join(', ')}`);
}

function blockInShort(block: Fields): string {
  if (block.type === 'text') return JSON.stringify(block.text);
  if (block.type === 'tool_use') return `call ${String(block.id).replace('toolu_', '')}`;
  if (block.type === 'tool_result') return `result ${String(block.tool_use_id).replace('toolu_', '')}`;
  return String(block.type);
}

/** Three prompts, thinking, a failing call, three parallel calls whose results hang on their own uses [T4]. */
export function baseSession(): Fields[] {
  return [
    prompt(1, null, 'First question'),
    answer(2, 1, 'msg_a', thinking('first thought')),
    answer(3, 2, 'msg_a', text('First answer')),
    prompt(4, 3, 'Second question'),
    answer(5, 4, 'msg_b', text('I will look')),
    answer(6, 5, 'msg_b', call('b')),
    prompt(7, 6, [{ type: 'tool_result', tool_use_id: 'toolu_b', content: 'Exit code 1', is_error: true }]),
    answer(8, 7, 'msg_c', call('c')),
    answer(9, 8, 'msg_c', call('d')),
    answer(10, 9, 'msg_c', call('e')),
    result(11, 8, 'c'),
    result(12, 9, 'd'),
    result(13, 10, 'e'),
    answer(14, 13, 'msg_d', text('Second answer')),
    prompt(15, 14, 'Third question'),
    answer(16, 15, 'msg_e', thinking('third thought')),
    answer(17, 16, 'msg_e', text('Third answer')),
  ];
}

/** By the newest client where none is named. */
export function predict(entries: readonly (Fields | string)[], client?: string): ResumePrediction {
  return predictResume(sessionLines(entries), client === undefined ? {} : { client });
}

/** What a resume would send, in short. */
export function sent(entries: readonly (Fields | string)[], client?: string): string[] {
  return inShort(predict(entries, client).messages);
}
