import { expect, test } from 'vitest';
import { answer, baseSession, call, prompt, result, sent, text, thinking } from './small-session.fixture.ts';

const talk = baseSession().slice(0, 4);

test('[resume R11] thinking parted by a prompt from the rest of its message is sent, for the message speaks', () => {
  const entries = [
    ...talk,
    answer(5, 4, 'msg_b', thinking('a thought')),
    prompt(6, 5, 'And mind the gap'),
    answer(7, 6, 'msg_b', call('b')),
    result(8, 7, 'b'),
    answer(9, 8, 'msg_c', text('Done')),
  ];
  for (const client of ['2.1.50', '2.1.100', '2.1.200', '2.1.233', '2.1.326'])
    expect([client, ...sent(entries, client).slice(3, 6)]).toEqual([
      client,
      'assistant: thinking',
      'user: "And mind the gap"',
      'assistant: call b',
    ]);
});

test('[resume R11] thinking that a blank text was all the rest of is not sent, and the prompts around it stay apart', () => {
  const entries = [
    ...talk,
    answer(5, 4, 'msg_b', thinking('a thought')),
    answer(6, 5, 'msg_b', text('\n\n')),
    prompt(7, 6, 'And mind the gap'),
    answer(8, 7, 'msg_c', text('Done')),
  ];
  expect(sent(entries, '2.1.100').slice(2, 4)).toEqual([
    'user: "Second question"',
    'user: "And mind the gap"',
  ]);
});
