import { expect, test } from 'vitest';
import type { Json, JsonObject } from '../base/json.ts';
import type { Entry } from '../log/line.ts';
import { makeEntries } from '../log/make-entries.fixture.ts';
import { opensTurn, userKind } from './user-kind.ts';

const kindOf = (content: Json, extra: JsonObject = {}) =>
  userKind(
    makeEntries([
      { type: 'user', uuid: 'a', parentUuid: 'p', message: { role: 'user', content }, ...extra },
    ])[0] as Entry,
  );

test('[U1] neither string nor array content means anything by itself', () => {
  expect(kindOf('Fix the test')).toBe('prompt');
  expect(kindOf([{ type: 'text', text: 'Fix the test' }])).toBe('prompt');
  expect(kindOf('Caveat', { isMeta: true })).toBe('meta');
  expect(kindOf([{ type: 'text', text: 'Caveat' }], { isMeta: true })).toBe('meta');
});

test('[U2] the kinds are decided in order: a tool result beats meta, a summary beats a command', () => {
  const result = [{ type: 'tool_result', tool_use_id: 't', content: 'x' }];
  expect(kindOf(result, { isMeta: true })).toBe('tool-result');
  expect(kindOf('<command-name>/x</command-name>', { isCompactSummary: true })).toBe('compact-summary');
});

test.each([
  ['<command-name>/review</command-name>', 'command'],
  ['<command-message>review is running</command-message>\n<command-name>/review</command-name>', 'command'],
  ['<local-command-stdout>bye</local-command-stdout>', 'command-output'],
  ['<local-command-stderr>no</local-command-stderr>', 'command-output'],
  ['<local-command-caveat>Caveat: …</local-command-caveat>', 'command-output'],
  ['<bash-input>ls</bash-input>', 'shell-input'],
  ['<bash-stdout>a</bash-stdout><bash-stderr></bash-stderr>', 'shell-output'],
  ['<task-notification>\n<task-id>b1</task-id></task-notification>', 'notification'],
  ['<teammate-message teammate_id="a">hi</teammate-message>', 'notification'],
  ['<system-reminder>one</system-reminder>\n<system-reminder>two</system-reminder>', 'reminder'],
  ['<system-reminder>one</system-reminder>\nand a question', 'prompt'],
  ['[Request interrupted by user for tool use]', 'interruption'],
  ['Warmup', 'prompt'],
  ['   ', 'empty'],
] as const)('[U2] %j is a %s', (text, kind) => {
  expect(kindOf(text)).toBe(kind);
  expect(kindOf([{ type: 'text', text }])).toBe(kind);
});

test('[U2] the first entry of an agent is its prompt, and "Warmup" there is none', () => {
  expect(kindOf('Find the callers', { isSidechain: true, parentUuid: null })).toBe('agent-prompt');
  expect(kindOf('Warmup', { isSidechain: true, parentUuid: null })).toBe('warm-up');
  expect(kindOf('And then?', { isSidechain: true })).toBe('prompt');
});

test('[U2] an image alone is a prompt; an empty content is none', () => {
  expect(kindOf([{ type: 'image', source: {} }])).toBe('prompt');
  expect(kindOf([])).toBe('empty');
  expect(kindOf(null)).toBe('empty');
});

test('[U3] prompts, commands and shell inputs open turns; results, notices and reminders do not', () => {
  expect((['prompt', 'command', 'shell-input', 'agent-prompt'] as const).every(opensTurn)).toBe(true);
  expect(
    (['tool-result', 'meta', 'reminder', 'notification', 'compact-summary'] as const).some(opensTurn),
  ).toBe(false);
});
