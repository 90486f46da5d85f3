import { expect, test } from 'vitest';
import type { Json, JsonObject } from '../base/json.ts';
import type { Entry } from '../log/line.ts';
import { makeEntries } from '../log/make-entries.fixture.ts';
import { groupTurns, promptText } from './turns.ts';

let second = 0;
const stamp = () => ({ timestamp: new Date(Date.UTC(2026, 0, 1, 0, 0, second++)).toISOString() });
const user = (content: Json, extra: JsonObject = {}): JsonObject => ({
  type: 'user',
  ...stamp(),
  message: { role: 'user', content },
  ...extra,
});
const says = (text: string, extra: JsonObject = {}): JsonObject => ({
  type: 'assistant',
  ...stamp(),
  message: { role: 'assistant', id: `m${second}`, model: 'claude-x', content: [{ type: 'text', text }] },
  ...extra,
});
const calls = (id: string): JsonObject => ({
  type: 'assistant',
  ...stamp(),
  message: { role: 'assistant', id: `m-${id}`, content: [{ type: 'tool_use', id, name: 'Bash', input: {} }] },
});
const result = (id: string) => user([{ type: 'tool_result', tool_use_id: id, content: 'ok' }]);
const turns = (...values: JsonObject[]) => groupTurns(makeEntries(values));

test('[U3] a turn is a prompt and everything until the next prompt', () => {
  const [first, next] = turns(user('one'), calls('t'), result('t'), says('done'), user('two'), says('yes'));
  expect(first).toMatchObject({ number: 1, kind: 'prompt', exchanges: 2, ended: 'answered' });
  expect(first?.entries).toHaveLength(4);
  expect((first?.end ?? 0) - (first?.start ?? 0)).toBe(3000);
  expect(next).toMatchObject({ number: 2, ended: 'answered' });
});

test('[U3] what stands before the first prompt is turn 0', () => {
  expect(
    turns({ type: 'system', subtype: 'informational' }, user('one'), says('a')).map((turn) => [
      turn.number,
      turn.kind,
    ]),
  ).toEqual([
    [0, 'opening'],
    [1, 'prompt'],
  ]);
});

test('[U3] a command is a turn if a model answered it; one that the client handles alone is not', () => {
  const kinds = (...values: JsonObject[]) => turns(...values).map((turn) => turn.kind);
  const review = user('<command-name>/review</command-name>');
  expect(kinds(user('hi'), says('a'), review, user('Review now', { isMeta: true }), says('b'))).toEqual([
    'prompt',
    'command',
  ]);
  const clear = user('<command-name>/model</command-name>');
  expect(
    kinds(
      user('hi'),
      says('a'),
      clear,
      user('<local-command-stdout>set</local-command-stdout>'),
      user('go'),
      says('b'),
    ),
  ).toEqual(['prompt', 'prompt']);
  expect(kinds(user('<bash-input>ls</bash-input>'), user('<bash-stdout>a</bash-stdout>'))).toEqual([
    'shell-input',
  ]);
});

test('[U3] a turn tells how it ended', () => {
  const ends = (...values: JsonObject[]) => turns(...values).map((turn) => turn.ended);
  expect(ends(user('a'), calls('t'))).toEqual(['open']);
  expect(ends(user('a'), calls('t'), result('t'))).toEqual(['open']);
  expect(ends(user('a'))).toEqual(['open']);
  expect(ends(user('a'), user('b'), says('c'))).toEqual(['unanswered', 'answered']);
  expect(
    ends(user('a'), calls('t'), result('t'), user('[Request interrupted by user]'), user('b'), says('c')),
  ).toEqual(['interrupted', 'answered']);
  expect(ends(user('a'), says('API Error', { isApiErrorMessage: true }))).toEqual(['error']);
});

test('[M4] no stop reason decides whether a turn ended', () => {
  const stops = (stop: Json, text = 'done') => {
    const line = says(text);
    return { ...line, message: { ...(line.message as JsonObject), stop_reason: stop } };
  };
  for (const stop of [null, 'end_turn', 'tool_use', 'max_tokens'])
    expect(turns(user('one'), stops(stop)).map(({ ended }) => ended)).toEqual(['answered']);
  const [only, more] = turns(user('one'), stops('end_turn', 'first'), calls('t'), result('t'), stops(null));
  expect([only?.exchanges, only?.ended, more]).toEqual([3, 'answered', undefined]);
});

test('[U2] the prompt is shown as it was typed', () => {
  const typed = (content: Json) => promptText(makeEntries([user(content)])[0] as Entry);
  expect(
    typed(
      '<command-message>x</command-message><command-name>/fix</command-name><command-args>a b</command-args>',
    ),
  ).toBe('/fix a b');
  expect(typed('<bash-input>ls -l</bash-input>')).toBe('!ls -l');
  expect(typed([{ type: 'text', text: '<system-reminder>r</system-reminder>Hello' }])).toBe('Hello');
});
