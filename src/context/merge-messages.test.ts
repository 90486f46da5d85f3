import { expect, test } from 'vitest';
import {
  answer,
  attachment,
  baseSession,
  call,
  type Fields,
  predict,
  prompt,
  result,
  sent,
  system,
  text,
  uuid,
} from './small-session.fixture.ts';

const base = baseSession();
const hook = { type: 'hook_additional_context', content: ['note'], hookName: 'UserPromptSubmit' };
const NOTE = '<system-reminder>\nUserPromptSubmit hook additional context: note\n</system-reminder>';
const end = answer(40, 39, 'msg_z', text('Done'));

test('[resume R16] blocks of one message id become one message, also across results', () => {
  const interleaved = [
    prompt(1, null, 'Go'),
    answer(2, 1, 'msg_a', call('a')),
    result(3, 2, 'a'),
    answer(4, 3, 'msg_a', call('b')),
    result(5, 4, 'b'),
    answer(6, 5, 'msg_b', text('Done')),
  ];
  const merged = ['user: "Go"', 'assistant: call a, call b', 'user: result a, result b', 'assistant: "Done"'];
  expect(sent(interleaved)).toEqual(merged);
  expect(sent(interleaved, '2.0.64')).toEqual(merged);
  expect(sent(interleaved, '2.0.33').length).toBe(6);
});

test('[resume R16] they do not merge across a prompt, and different ids never', () => {
  const entries = [
    prompt(1, null, 'Go'),
    answer(2, 1, 'msg_a', text('one')),
    prompt(3, 2, 'More'),
    answer(4, 3, 'msg_a', text('two')),
    answer(5, 4, 'msg_b', text('three')),
  ];
  expect(sent(entries)).toEqual([
    'user: "Go"',
    'assistant: "one"',
    'user: "More"',
    'assistant: "two"',
    'assistant: "three"',
  ]);
});

test('[resume R17] neighbouring user texts merge, with a newline from 2.1.100 on', () => {
  const entries = [
    prompt(1, null, 'One'),
    prompt(2, 1, [text('Two'), text('Three')]),
    answer(3, 2, 'msg_a', text('Done')),
  ];
  expect(sent(entries)[0]).toBe('user: "One\\n", "Two", "Three"');
  expect(sent(entries, '2.1.50')[0]).toBe('user: "One", "Two", "Three"');
});

test('[resume R17] empty text of a list goes, a blank string is sent', () => {
  const blank = (content: unknown) =>
    sent([prompt(1, null, content), answer(2, 1, 'msg_a', text('Done'))])[0];
  expect(blank([text(''), text('kept')])).toBe('user: "kept"');
  expect(blank(' ')).toBe('user: " "');
});

test('[resume R18] a local_command entry is sent as user text, other system entries are not', () => {
  const entries = [
    ...base.slice(0, 3),
    system(30, 3, 'local_command', { content: '<local-command-stdout>ok</local-command-stdout>' }),
    system(31, 30, 'turn_duration', { content: 'unseen' }),
    prompt(32, 31, 'Next'),
    answer(40, 32, 'msg_z', text('Done')),
  ];
  expect(sent(entries)[2]).toBe('user: "<local-command-stdout>ok</local-command-stdout>\\n", "Next"');
  expect(sent(entries, '2.1.50')[2]).toBe('user: "Next"');
});

test('[resume R20] an attachment rises above the prompts to the answer before them', () => {
  const entries = [...base.slice(0, 4), attachment(39, 4, hook), end];
  expect(sent(entries)[2]).toBe(`user: ${JSON.stringify(`${NOTE}\n`)}, "Second question"`);
});

test('[resume R20] behind a result a reminder becomes part of it', () => {
  const behind = (content: unknown, client?: string) => {
    const entries = [...base.slice(0, 6), result(7, 6, 'b', content), attachment(39, 7, hook), end];
    return predict(entries, client).messages[4];
  };
  const message = behind('  padded\n');
  expect(message?.content).toMatchObject([{ content: `padded\n\n${NOTE}` }]);
  expect(message?.sources[0]?.entries.map((entry) => entry.value.uuid)).toEqual([uuid(7), uuid(39)]);
  expect(behind([text('one')])?.content).toMatchObject([{ content: [text('one\n'), text(NOTE)] }]);
  expect(behind([text('one')], '2.1.200')?.content).toMatchObject([{ content: [text('one')] }, text(NOTE)]);
});

test('[resume R21] models that take the system role get reminders behind the user message, as one text', () => {
  const asked = (model: string) => {
    const message = { ...(end.message as Fields), model };
    return sent([
      ...base.slice(0, 4),
      attachment(38, 4, hook),
      attachment(39, 38, hook),
      { ...end, message },
    ]).slice(2, 4);
  };
  const bare = NOTE.replace(/<\/?system-reminder>/g, '').trim();
  expect(asked('claude-opus-5-5')).toEqual([
    'user: "Second question"',
    `system: ${JSON.stringify(`${bare}\n\n${bare}`)}`,
  ]);
  expect(asked('claude-sonnet-5')[1]).toBe(`system: ${JSON.stringify(`${NOTE}\n\n${NOTE}`)}`);
});

test('[resume R21] reminders alone between two answers are one user message in one pair of tags', () => {
  const message = { ...(end.message as Fields), model: 'claude-opus-5-5' };
  const lines = [
    prompt(1, null, 'Go'),
    answer(2, 1, 'msg_a', text('Yes')),
    attachment(38, 2, hook),
    attachment(39, 38, hook),
    { ...end, message },
  ];
  const bare = NOTE.replace(/<\/?system-reminder>/g, '').trim();
  const tagged = `<system-reminder>\n${bare}\n\n${bare}\n</system-reminder>`;
  expect(sent(lines)).toEqual([
    'user: "Go"',
    'assistant: "Yes"',
    `user: ${JSON.stringify(tagged)}`,
    'assistant: "Done"',
  ]);
});

test('[resume R19] references to tools the client lacks go from results', () => {
  const reference = (name: string) => ({ type: 'tool_reference', tool_name: name });
  const found = (names: readonly string[], client?: string) => {
    const entries = [
      ...base.slice(0, 6),
      result(7, 6, 'b', names.map(reference)),
      { ...end, parentUuid: uuid(7) },
    ];
    return predict(entries, client).messages[4]?.content;
  };
  expect(found(['WebFetch', 'mcp__x__y'])).toMatchObject([
    { content: [reference('WebFetch')] },
    text('Tool loaded.'),
  ]);
  expect(found(['mcp__x__y'])).toMatchObject([
    { content: [text('[Tool references removed - tools no longer available]')] },
  ]);
  expect(found(['WebFetch'], '2.1.200')).toMatchObject([
    { content: [text('[Tool references removed - tool search not enabled]')] },
  ]);
});
