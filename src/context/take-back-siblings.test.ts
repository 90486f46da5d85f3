import { expect, test } from 'vitest';
import { encodeUtf8 } from '../base/bytes.ts';
import { parseLog } from '../log/read-log.ts';
import { damagedSessions } from './damaged-sessions.fixture.ts';
import { eraSessions } from './era-sessions.fixture.ts';
import { predictResume } from './predict-resume.ts';
import {
  answer,
  baseSession,
  call,
  inShort,
  prompt,
  result,
  sent,
  text,
  time,
} from './small-session.fixture.ts';

test('[resume R7] parallel calls and their results come back, though the walk meets one result only', () => {
  const messages = sent(baseSession());
  expect(messages).toContain('assistant: call c, call d, call e');
  expect(messages).toContain('user: result c, result d, result e');
});

test('[R2] clients before 2.1.81 lose two of three parallel calls', () => {
  const messages = sent(baseSession(), '2.1.50');
  expect(messages).toContain('assistant: call e');
  expect(messages).toContain('user: result e');
});

/** Two calls in one message; only the second is on the path. */
const fork = [
  prompt(1, null, 'Go'),
  answer(2, 1, 'msg_a', text('Both')),
  answer(3, 2, 'msg_a', call('a')),
  answer(4, 2, 'msg_a', call('b')),
  result(5, 3, 'a'),
  result(6, 4, 'b'),
  answer(7, 6, 'msg_b', text('Done')),
];

test('[resume R7] a block comes back before the first one that stands later in the file', () => {
  expect(sent(fork)).toEqual([
    'user: "Go"',
    'assistant: "Both", call a, call b',
    'user: result a, result b',
    'assistant: "Done"',
  ]);
});

test('[R10] from 2.1.81 to 2.1.200 blocks come back behind the last one on the path, results by their time', () => {
  expect(sent(fork, '2.1.200')[1]).toBe('assistant: "Both", call b, call a');
  const reversed = baseSession().map((line, index) => ({ ...line, timestamp: time(90 - index) }));
  expect(sent(reversed, '2.1.200')[6]).toBe('user: result d, result c, result e');
});

test('[R10] where the walk goes through the second of three parallel results, only the newest client keeps their order', () => {
  const rewound = [
    ...baseSession(),
    prompt(50, 12, 'Another way'),
    answer(51, 50, 'msg_w', text('On another way')),
  ];
  for (const client of ['2.1.100', '2.1.200']) {
    expect(sent(rewound, client).at(-3)).toBe('assistant: call c, call d, call e');
    expect(sent(rewound, client).at(-2)).toBe('user: result c, result e, result d, "Another way"');
  }
  expect(sent(rewound).at(-2)).toBe('user: result c, result d, result e, "Another way"');
});

test('[resume R7] blocks of a message that is not on the path stay away', () => {
  const other = [prompt(30, 3, 'Other way'), answer(31, 30, 'msg_z', text('Not taken'))];
  expect(sent([...baseSession().slice(0, 3), ...other, ...baseSession().slice(3)]).join()).not.toContain(
    'Not taken',
  );
});

test('[resume R6] a sidechain entry with the same message id does not come back', () => {
  const side = { ...answer(30, 8, 'msg_c', text('Aside')), isSidechain: true };
  expect(sent([...baseSession().slice(0, 9), side, ...baseSession().slice(9)]).join()).not.toContain('Aside');
});

test('[R10] clients before the newest take back only results that hang on a block of their answer', () => {
  const callsOf = (name: string, client: string) => {
    const lines = parseLog(encodeUtf8(eraSessions().get(name) as string));
    return inShort(predictResume(lines, { client }).messages)[5];
  };
  for (const name of [
    'result-beside-on-prompt',
    'result-beside-on-result',
    'result-beside-on-other-message',
  ]) {
    expect([name, callsOf(name, '2.1.326')]).toEqual([name, 'assistant: call c, call d, call e']);
    for (const client of ['2.1.100', '2.1.233'])
      expect([name, callsOf(name, client)]).toEqual([name, 'assistant: call d, call e']);
  }
});

/** How many of the attachments the request holds: `Mind x` is what each of them says. */
function minded(name: string, client?: string): number {
  const lines = parseLog(encodeUtf8(damagedSessions().get(name) as string));
  const { messages } = predictResume(lines, client === undefined ? {} : { client });
  return JSON.stringify(messages.map(({ content }) => content)).split('Mind ').length - 1;
}

test('[R11] what hangs on calls and results beside the path is sent by the newest client, and by no older one', () => {
  for (const name of [
    'beside-result',
    'beside-result-taken-back',
    'beside-call',
    'beside-text-before-call',
  ]) {
    expect([name, minded(name), minded(name, '2.1.233')]).toEqual([name, 1, 0]);
  }
  expect(minded('beside-two-in-a-row')).toBe(2);
  expect(minded('beside-behind-attachment')).toBe(2);
  expect(minded('beside-behind-attachment', '2.1.233')).toBe(1);
});

test('[R11] what hangs on other entries, or leads to another branch, is not sent', () => {
  for (const name of ['beside-prompt', 'beside-answer-without-calls', 'beside-other-branch'])
    expect([name, minded(name)]).toEqual([name, 0]);
  expect(minded('beside-cancelled-prompt')).toBe(0);
});
