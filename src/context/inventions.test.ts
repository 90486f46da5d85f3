import { expect, test } from 'vitest';
import {
  answer,
  attachment,
  baseSession,
  type Fields,
  prompt,
  sent,
  text,
  thinking,
} from './small-session.fixture.ts';

const base = baseSession();
const NONE = 'assistant: "No response requested."';
const GO_ON = '"Continue from where you left off."';

function tail(entries: readonly Fields[], client?: string): string[] {
  return sent(entries, client).slice(-2);
}

test('[resume R10] a prompt that nobody answered is answered by the client, in every era', () => {
  for (const client of ['1.0.60', '2.0.64', '2.1.50', '2.1.200', '2.1.325']) {
    expect(tail(base.slice(0, 4), client)).toEqual(['user: "Second question"', NONE]);
  }
});

test('[resume R10] it is answered behind the attachments that follow it', () => {
  const hook = { type: 'hook_additional_context', content: ['note'], hookName: 'X' };
  expect(tail([...base.slice(0, 4), attachment(30, 4, hook)]).at(-1)).toBe(NONE);
});

test('[R5] 2.1.50 to 2.1.200 have the user go on where results come last', () => {
  expect(tail(base.slice(0, 7), '2.1.50')).toEqual([`user: result b, ${GO_ON}`, NONE]);
  expect(tail(base.slice(0, 7), '2.1.200')).toEqual([`user: result b, ${GO_ON}`, NONE]);
  expect(tail(base.slice(0, 7))).toEqual(['user: result b', NONE]);
  expect(tail(base.slice(0, 7), '2.0.64')).toEqual(['user: result b', NONE]);
});

test('an attachment at the end counts as work cut short: after any message to 2.1.100, after a prompt in 2.1.200', () => {
  const silent = { type: 'command_permissions', allowedTools: [] };
  const afterAnswer = [...base.slice(0, 3), attachment(30, 3, silent)];
  expect(tail(afterAnswer, '2.1.100')).toEqual([`user: ${GO_ON}`, NONE]);
  expect(tail(afterAnswer, '2.1.200').at(-1)).toBe('assistant: thinking, "First answer"');
  expect(tail([...base.slice(0, 4), attachment(30, 4, silent)], '2.1.200')[0]).toBe(
    `user: "Second question\\n", ${GO_ON}`,
  );
});

const CAVEAT = '<local-command-caveat>Caveat: …</local-command-caveat>';
const command = (caveat: string) => [
  ...base.slice(0, 3),
  prompt(30, 3, caveat, { isMeta: true }),
  prompt(31, 30, '<command-name>/exit</command-name>'),
  prompt(32, 31, '<local-command-stdout>Bye!</local-command-stdout>'),
];

test('[resume R10] a tail of caveat, command and output is left alone, the old plain caveat is not', () => {
  expect(tail(command(CAVEAT)).at(-1)).toMatch(/^user: /);
  expect(tail(command('Caveat: The messages below …')).at(-1)).toBe(NONE);
});

test('to 2.1.200 such a tail is answered too', () => {
  expect(tail(command(CAVEAT), '2.1.200').at(-1)).toBe(NONE);
});

test('[resume R11] a message of thinking alone is dropped, and the prompt before it counts as unanswered', () => {
  const cut = [...base.slice(0, 4), answer(30, 4, 'msg_z', thinking('cut short'))];
  expect(tail(cut)).toEqual(['user: "Second question"', NONE]);
  expect(tail(cut, '2.0.64').at(-1)).toBe('assistant: thinking');
});

test('[resume R11] error reports of the API are dropped, other words of the client are sent', () => {
  const synthetic = (fields: Fields) => {
    const message = { id: 'x', role: 'assistant', model: '<synthetic>', content: [text('Words')] };
    return [...base.slice(0, 4), { ...answer(30, 4, 'x', {}), message, ...fields }];
  };
  expect(tail(synthetic({ isApiErrorMessage: true }), '2.1.325').join()).not.toContain('Words');
  expect(tail(synthetic({})).at(-1)).toBe('assistant: "Words"');
  expect(tail(synthetic({ isApiErrorMessage: true }), '2.0.33').at(-1)).toBe('assistant: "Words"');
});

test('[resume R11] blank answers go, and the user entries around them merge; to 2.0.64 they are sent', () => {
  const blank = [
    prompt(1, null, 'One'),
    answer(2, 1, 'msg_a', text('\n\n')),
    prompt(3, 2, 'Two'),
    answer(4, 3, 'msg_b', text('Done')),
  ];
  expect(sent(blank, '2.1.325')).toEqual(['user: "One\\n", "Two"', 'assistant: "Done"']);
  expect(sent(blank, '2.1.200')).toEqual(sent(blank, '2.1.325'));
  expect(sent(blank, '2.0.64')[1]).toBe('assistant: "\\n\\n"');
});

test('thinking beside a blank text goes with it; before 2.1.325 the user messages around it stay apart', () => {
  const thought = [
    base[0] as Fields,
    base[1] as Fields,
    answer(3, 2, 'msg_a', text(' ')),
    ...base.slice(3, 4),
    answer(5, 4, 'msg_b', text('Done')),
  ];
  expect(sent(thought, '2.1.325')[0]).toBe('user: "First question\\n", "Second question"');
  expect(sent(thought, '2.1.200').slice(0, 2)).toEqual(['user: "First question"', 'user: "Second question"']);
});

test('where a blank answer was dropped, 2.1.50 to 2.1.233 see results in the last user entry though text follows them', () => {
  const stop = prompt(40, 7, [text('[Request interrupted by user for tool use]')]);
  const blank = { ...answer(30, 2, 'msg_a', text(' ')) };
  const rest = [{ ...base[2], parentUuid: blank.uuid }, ...base.slice(3, 7), stop];
  expect(tail([...base.slice(0, 7), stop], '2.1.200')[0]).not.toContain(GO_ON);
  expect(tail([...base.slice(0, 2), blank, ...rest], '2.1.200')[0]).toContain(GO_ON);
});
