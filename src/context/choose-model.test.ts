import { expect, test } from 'vitest';
import { predictResume } from './predict-resume.ts';
import {
  answer,
  baseSession,
  type Fields,
  inShort,
  MODEL,
  sessionLines,
  text,
  thinking,
} from './small-session.fixture.ts';

function asked(model: string, client?: string): string | undefined {
  const last = answer(3, 2, 'msg_z', text('Answer'));
  const message = { ...(last.message as Fields), model };
  const entries = [...baseSession().slice(0, 2), { ...last, message }];
  return predictResume(sessionLines(entries), client === undefined ? {} : { client }).model;
}

test('[resume R12] the last answer names the model if it is still offered, else the default is asked', () => {
  expect(asked('claude-opus-4-6')).toBe('claude-opus-4-6');
  expect(asked('claude-opus-4-1-20250805')).toBe('claude-opus-5-5');
  expect(asked('<synthetic>')).toBe(MODEL);
});

test('to 2.1.100 a resume asks the default model, whatever the session used', () => {
  expect(asked('claude-opus-4-6', '2.1.100')).toBe('claude-sonnet-4-6');
  expect(asked('claude-opus-4-6', '2.1.200')).toBe('claude-opus-4-6');
});

function firstAnswer(block: Fields, model: string, client?: string): string | undefined {
  const first = answer(2, 1, 'msg_a', block);
  const message = { ...(first.message as Fields), model };
  const base = baseSession();
  const lines = sessionLines([...base.slice(0, 1), { ...first, message }, ...base.slice(2)]);
  return inShort(predictResume(lines, client === undefined ? {} : { client }).messages)[1];
}

test('[resume R12] signed thinking of another model is left out, the date of a model aside', () => {
  expect(firstAnswer(thinking('x'), 'claude-opus-4-6')).toBe('assistant: "First answer"');
  expect(firstAnswer(thinking('x'), 'claude-sonnet-4-5')).toBe('assistant: thinking, "First answer"');
  expect(firstAnswer({ type: 'redacted_thinking', data: 'x' }, 'claude-opus-4-6')).toBe(
    'assistant: "First answer"',
  );
});

test('[resume R12] unsigned thinking is sent whoever thought it, and to 2.1.100 all thinking', () => {
  expect(firstAnswer({ type: 'thinking', thinking: 'x' }, 'claude-opus-4-6')).toBe(
    'assistant: thinking, "First answer"',
  );
  expect(firstAnswer(thinking('x'), 'claude-opus-4-6', '2.1.100')).toBe(
    'assistant: thinking, "First answer"',
  );
});

test('[resume R12] a client asks no model that came after it, nor one that never was', () => {
  const all = (model: string) => ['2.1.200', '2.1.233', '2.1.326'].map((client) => asked(model, client));
  expect(all('claude-opus-4-8')).toEqual(Array(3).fill('claude-opus-4-8'));
  expect(all('claude-opus-5')).toEqual(['claude-opus-4-8', 'claude-opus-5', 'claude-opus-5']);
  expect(all('claude-haiku-5')).toEqual(['claude-opus-4-8', 'claude-opus-5', 'claude-opus-5-5']);
});
