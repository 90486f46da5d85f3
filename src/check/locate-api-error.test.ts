import { expect, test } from 'vitest';
import type { JsonObject } from '../base/json.ts';
import { makeEntries } from '../log/make-entries.fixture.ts';
import { type CheckedSession, examineSession } from './checked-session.ts';
import { locateApiError } from './locate-api-error.ts';

const time = (n: number): string => new Date(Date.UTC(2026, 0, 1, 0, n)).toISOString();

/** A straight conversation of these contents; an object with `id` is an answer. */
function session(
  ...contents: readonly { readonly content: unknown; readonly answer?: boolean }[]
): CheckedSession {
  const values = contents.map(({ content, answer }, n) => ({
    type: answer ? 'assistant' : 'user',
    uuid: `uuid-${n}`,
    parentUuid: n === 0 ? null : `uuid-${n - 1}`,
    timestamp: time(n),
    message: answer
      ? { role: 'assistant', id: `msg_${n}`, model: 'claude-opus-4-6', content }
      : { role: 'user', content },
  }));
  const lines = makeEntries(values as unknown as JsonObject[]);
  return examineSession({ sessionId: undefined, selector: 'abc', kind: 'main', lines });
}

const text = (words: string) => ({ type: 'text', text: words });
const use = (id: string) => ({ type: 'tool_use', id, name: 'Read', input: {} });
const result = (id: string, content: unknown) => ({ type: 'tool_result', tool_use_id: id, content });

function png(side: number): JsonObject {
  const bytes = new Uint8Array(24);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, 0x89504e47);
  view.setUint32(16, side);
  view.setUint32(20, 10);
  const data = btoa(String.fromCharCode(...bytes));
  return { type: 'image', source: { type: 'base64', media_type: 'image/png', data } };
}

const pictures = session(
  { content: 'look at these' },
  { content: [use('toolu_1')], answer: true },
  { content: [result('toolu_1', [png(100), png(9000)])] },
  { content: [text('seen')], answer: true },
  { content: [text('and this'), png(200)] },
  { content: [text('yes')], answer: true },
);

test('[R6] an index leads to the entry, its line and uuid', () => {
  const error =
    'messages.2.content.0.tool_result.content.1.image.source.base64.data: At least one of the image dimensions exceed max allowed size: 8000 pixels';
  expect(locateApiError(error, pictures)).toMatchObject({
    kind: 'image-side',
    places: [
      { line: 3, uuid: 'uuid-2', message: 2, block: 0, what: 'image png 9000×10, 24 bytes', basis: 'index' },
    ],
    remedy: 'clew repair abc, or clew clone abc --images downscale',
  });
});

test('[R6] an index that the client’s own additions have shifted leads to the nearest block that is wrong so', () => {
  const error =
    'messages.3.content.1.image.source.base64.data: At least one of the image dimensions exceed max allowed size: 8000 pixels';
  expect(locateApiError(error, pictures).places).toMatchObject([{ line: 3, basis: 'nearest' }]);
});

test('[R6] the client’s own words without an index lead to what fits them', () => {
  const error = 'An image in the conversation exceeds the dimension limit for many-image requests (2000px).';
  expect(locateApiError(error, pictures).places).toMatchObject([{ line: 3, basis: 'kind' }]);
});

test('[T1] ids lead to the calls and results that have them', () => {
  const checked = session(
    { content: 'hi' },
    { content: [use('toolu_open')], answer: true },
    { content: 'go on' },
    { content: [text('yes')], answer: true },
    { content: [result('toolu_gone', 'x')] },
    { content: [text('yes')], answer: true },
  );
  const open =
    'messages.1: `tool_use` ids were found without `tool_result` blocks immediately after: toolu_open.';
  expect(locateApiError(open, checked).places).toMatchObject([
    { line: 2, uuid: 'uuid-1', message: undefined, basis: 'id' },
  ]);
  const stray = 'messages.4.content.0: unexpected `tool_use_id` found in `tool_result` blocks: toolu_gone.';
  expect(locateApiError(stray, checked).places).toMatchObject([{ line: 5, uuid: 'uuid-4', basis: 'id' }]);
  expect(locateApiError('without `tool_result`: toolu_other', checked).places).toEqual([]);
});

test('[R6] unsigned thinking is found at its index', () => {
  const checked = session(
    { content: 'hi' },
    { content: [{ type: 'thinking', thinking: 'hm' }, text('well')], answer: true },
  );
  expect(locateApiError('messages.1.content.0.thinking.signature: Field required', checked)).toMatchObject({
    places: [{ line: 2, message: 1, block: 0, what: 'thinking without a signature', basis: 'index' }],
    remedy: 'clew repair abc, or clew clone abc --thinking remove',
  });
});

test('[R3] a prompt that is too long has no place, but a remedy and a figure', () => {
  const error = locateApiError('prompt is too long: 208310 tokens > 200000 maximum', pictures);
  expect(error.meaning).toBe('The conversation is too long by 8310 tokens (208310 of 200000).');
  expect(error).toMatchObject({ places: [], remedy: 'clew clone abc --fit 120k' });
});

test('a session that the client does not find is to be located, one that it cannot continue to be mended', () => {
  const words = 'No conversation found with session ID: abc';
  expect(locateApiError(words, pictures)).toMatchObject({ places: [], remedy: 'clew locate abc' });
  const empty = examineSession({ ...pictures, lines: [] });
  expect(locateApiError(words, empty)).toMatchObject({ places: [], remedy: 'clew repair abc' });
});

test('[R6] what stands there twice is not mended but cloned: a clone has it once', () => {
  const words = 'messages.6.content.1: each tool_use must have a single result.';
  expect(locateApiError(words, pictures).remedy).toBe('clew clone abc');
  expect(locateApiError(words, { ...pictures, kind: 'agent' }).remedy).toBe('clew repair abc --in-place');
});

test('an index beyond the request leads nowhere', () => {
  expect(locateApiError('messages.999.content.1: odd', pictures).places).toEqual([]);
});
