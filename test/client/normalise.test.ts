import { expect, test } from 'vitest';
import type { RequestBody } from './api-script.ts';
import { normalise } from './normalise.ts';

const LOGGED = 'The following skills are available for use with the Skill tool:\n\n- one';
const FRESH = "Today's date is 2026-11-17.";
const body: RequestBody = {
  model: 'any',
  messages: [
    { role: 'user', content: [{ type: 'text', text: 'Go on' }] },
    { role: 'system', content: [{ type: 'text', text: `${LOGGED}\n\n${FRESH}` }] },
  ],
};

test('reminders behind the prompt are fresh, unless the session is known to hold them', () => {
  expect(normalise(body, 'Go on').messages).toEqual([]);
  const { messages, fresh } = normalise(body, 'Go on', { tail: LOGGED });
  expect(messages).toEqual([{ role: 'system', content: [{ type: 'text', text: LOGGED }] }]);
  expect(fresh).toEqual([FRESH]);
});

test('words behind those of the session that are not fresh stay', () => {
  const { messages } = normalise(body, 'Go on', { tail: LOGGED.slice(0, -3) });
  expect(messages.at(-1)?.content).not.toEqual([{ type: 'text', text: LOGGED.slice(0, -3) }]);
});

test('an empty text of an answer stays, that of another message goes', () => {
  const empty = [{ type: 'text', text: '' }];
  const messages: RequestBody['messages'] = [
    { role: 'assistant', content: empty },
    { role: 'user', content: [...empty, { type: 'text', text: 'Go on' }] },
    { role: 'system', content: '' },
  ];
  expect(normalise({ model: 'any', messages }, 'Go on').messages).toEqual([
    { role: 'assistant', content: empty },
  ]);
});
