import { expect, test } from 'vitest';
import { encodeUtf8 } from '../base/bytes.ts';
import type { JsonObject } from '../base/json.ts';
import { makeEntries } from '../log/make-entries.fixture.ts';
import { parseLog } from '../log/read-log.ts';
import { extractTexts, MAX_TEXT } from './extract-texts.ts';

function texts(value: JsonObject): string[] {
  const [entry] = makeEntries([value]);
  return entry ? extractTexts(entry).map(({ kind, role, text }) => `${kind}/${role}: ${text}`) : [];
}

const user = (content: JsonObject['x'], more: JsonObject = {}) =>
  texts({ type: 'user', message: { role: 'user', content }, ...more } as JsonObject);
const assistant = (...content: JsonObject[]) => texts({ type: 'assistant', message: { content } });

test('[U2] a user entry is a prompt, a result, a summary, or one of the client’s notes', () => {
  expect(user('Light the lamp')).toEqual(['prompt/user: Light the lamp']);
  expect(
    user([
      { type: 'text', text: 'Light' },
      { type: 'text', text: 'it' },
    ]),
  ).toEqual(['prompt/user: Light\nit']);
  expect(user([{ type: 'tool_result', tool_use_id: 't', content: [{ type: 'text', text: 'lit' }] }])).toEqual(
    ['tool-result/tool: lit'],
  );
  expect(user('What was said', { isCompactSummary: true })).toEqual(['summary/user: What was said']);
  expect(user('<local-command-stdout>ok</local-command-stdout>')[0]).toMatch(/^other\/user/);
});

test('[M7] an answer gives its text, thinking and calls; an input is searched by its values, not by its keys', () => {
  const input = { command: 'ls -l', nested: { list: ['deep', 7, true, null] } };
  expect(
    assistant(
      { type: 'thinking', thinking: 'hm', signature: 'abc' },
      { type: 'text', text: 'Yes' },
      { type: 'tool_use', id: 't', name: 'Bash', input },
      { type: 'redacted_thinking', data: 'xyz' },
    ),
  ).toEqual(['thinking/assistant: hm', 'answer/assistant: Yes', 'tool-input/assistant: ls -l\ndeep\n7']);
});

test('titles and summaries are found, and a prompt that exists only in the queue [U4]', () => {
  expect(texts({ type: 'summary', summary: 'Lamps' })).toEqual(['title/system: Lamps']);
  expect(texts({ type: 'custom-title', customTitle: 'My lamps' })).toEqual(['title/user: My lamps']);
  expect(texts({ type: 'ai-title', aiTitle: 'Its lamps' })).toEqual(['title/system: Its lamps']);
  expect(texts({ type: 'queue-operation', operation: 'enqueue', content: 'and oil' })).toEqual([
    'other/user: and oil',
  ]);
  const attachment = { type: 'queued_command', prompt: 'and oil' };
  expect(texts({ type: 'attachment', attachment })).toEqual(['prompt/user: and oil']);
});

test('what nobody looks for is left out: pictures, progress, copies of results, logs of requests, injected lists', () => {
  const data = 'iVBORw0KGgoAAAANSUhEUgAA'.repeat(40);
  expect(user([{ type: 'image', source: { type: 'base64', data } }])).toEqual([]);
  expect(
    assistant({ type: 'tool_use', id: 't', name: 'Write', input: { content: data, path: 'a.png' } }),
  ).toEqual(['tool-input/assistant: a.png']);
  expect(user(`look: data:image/png;base64,${data} there`)).toEqual([
    'prompt/user: look: data:image/png;base64,… there',
  ]);
  expect(texts({ type: 'progress', data: { type: 'bash_progress', output: 'lamp' } })).toEqual([]);
  expect(texts({ type: 'api-request-blob', content: 'lamp' })).toEqual([]);
  expect(texts({ type: 'last-prompt', lastPrompt: 'lamp' })).toEqual([]);
  expect(texts({ type: 'attachment', attachment: { type: 'skill_listing', content: 'lamp' } })).toEqual([]);
  expect(
    user([{ type: 'tool_result', tool_use_id: 't', content: 'once' }], { toolUseResult: { stdout: 'once' } }),
  ).toEqual(['tool-result/tool: once']);
});

test('[L2] a text of megabytes is several, cut at spaces, and nothing of it is lost', () => {
  const text = 'lamp oil '.repeat(300_000);
  const [entry] = makeEntries([{ type: 'user', message: { content: text } }]);
  const pieces = entry ? extractTexts(entry).map((one) => one.text) : [];
  expect(pieces.length).toBe(3);
  expect(pieces.join('')).toBe(text);
  for (const piece of pieces) expect(piece.length).toBeLessThanOrEqual(MAX_TEXT);
  for (const piece of pieces) expect(piece).toMatch(/^ ?(?:lamp|oil) .*(?:lamp|oil) ?$/);
});

test('no input throws, however odd or deep', () => {
  const nest = (levels: number): JsonObject => {
    let value: JsonObject = { text: 'end' };
    for (let i = 0; i < levels; i++) value = { a: value };
    return value;
  };
  const call = (input: JsonObject): JsonObject => ({
    type: 'assistant',
    message: { content: [{ type: 'tool_use', id: 't', name: 'X', input }] },
  });
  const odd: JsonObject[] = [
    { type: 'user' },
    { type: 'user', message: { content: 7 } },
    { type: 'assistant', message: { content: [null, 7, 'x', { type: 'tool_use', id: 't', input: 'bare' }] } },
    { type: 'attachment' },
    call(nest(400)),
    call(nest(2000)),
    {},
  ];
  expect(odd.map(texts)).toEqual([
    [],
    [],
    ['tool-input/assistant: bare'],
    [],
    ['tool-input/assistant: end'],
    [],
    [],
  ]);
  const unreadable = parseLog(encodeUtf8('not json\n\n[1]\n{"type":"user"}{"type":\n'));
  expect(unreadable.flatMap((line) => extractTexts(line))).toEqual([]);
});
