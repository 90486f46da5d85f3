import { expect, test } from 'vitest';
import type { JsonObject } from '../base/json.ts';
import { PLANTED } from './planted-secrets.fixture.ts';
import { findInJson, scrubJson } from './scrub-json.ts';

const { text, secret } = PLANTED['github-token'] as { text: string; secret: string };

test('every string is searched, by its path', () => {
  const entry = {
    message: { content: [{ type: 'text', text }, { input: { env: { A: text } } }] },
    a: [[text]],
  };
  expect(findInJson(entry).map(({ path }) => path.join('.'))).toEqual([
    'message.content.0.text',
    'message.content.1.input.env.A',
    'a.0.0',
  ]);
  expect(JSON.stringify(scrubJson(entry))).not.toContain(secret);
});

test('a value under a telling key is found by the key', () => {
  expect(findInJson({ env: { DB_PASSWORD: `Xq7${'Rw2Ty9Ui4'}Op8As` } }).map(({ kind }) => kind)).toEqual([
    'password',
  ]);
});

test('ids, signatures and binary data are left alone', () => {
  const entry: JsonObject = {
    uuid: text,
    requestId: text,
    message: {
      content: [
        { type: 'thinking', thinking: 'hm', signature: text },
        { type: 'redacted_thinking', data: text },
        { type: 'image', source: { type: 'base64', data: text } },
      ],
    },
  };
  expect(scrubJson(entry)).toBe(entry);
});

test('[M7] signed thinking with a secret is emptied whole, unsigned thinking only of the secret', () => {
  const entry = {
    content: [
      { type: 'thinking', thinking: text, signature: 'abc' },
      { type: 'thinking', thinking: text },
    ],
  };
  expect(scrubJson(entry)).toEqual({
    content: [
      { type: 'thinking', thinking: '', signature: 'abc' },
      { type: 'thinking', thinking: 'the key is [redacted:github-token], keep it' },
    ],
  });
});

test('what has no secret is the same object, and what is beside one is shared', () => {
  const clean = { a: { b: [1, 'x'] } };
  expect(scrubJson(clean)).toBe(clean);
  const mixed = { clean, text };
  expect(scrubJson(mixed).clean).toBe(clean);
});

test('deep nesting and odd keys neither overflow nor vanish', () => {
  const deep = JSON.parse(`${'['.repeat(20_000)}${JSON.stringify(text)}${']'.repeat(20_000)}`);
  expect(findInJson(deep)).toHaveLength(1);
  const odd = JSON.parse(`{"__proto__":{"x":1},"text":${JSON.stringify(text)}}`) as JsonObject;
  expect(Object.keys(scrubJson(odd))).toEqual(['__proto__', 'text']);
});
