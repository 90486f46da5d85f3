import { describe, expect, test } from 'vitest';
import { growthOf, NOT_QUADRATIC } from '../base/growth.fixture.ts';
import { parseApiError } from './parse-api-error.ts';

const wrapped = (message: string) =>
  `API Error: 400 {"type":"error","error":{"type":"invalid_request_error","message":${JSON.stringify(message)}},"request_id":"req_011Ca"}`;

const CASES: readonly (readonly [string, string, number | undefined, number | undefined])[] = [
  [
    'messages.11: `tool_use` ids were found without `tool_result` blocks immediately after: toolu_01A. Each `tool_use` block must have a corresponding `tool_result` block in the next message.',
    'unanswered-use',
    11,
    undefined,
  ],
  [
    'messages.0.content.1: unexpected `tool_use_id` found in `tool_result` blocks: toolu_01A. Each `tool_result` block must have a corresponding `tool_use` block in the previous message.',
    'orphan-result',
    0,
    1,
  ],
  [
    'messages.88.content.1.image.source.base64.data: At least one of the image dimensions exceed max allowed size for many-image requests: 2000 pixels',
    'image-side',
    88,
    1,
  ],
  [
    'messages.7.content.2.image.source.base64.data: At least one of the image dimensions exceed max allowed size: 8000 pixels',
    'image-side',
    7,
    2,
  ],
  [
    'messages.3.content.0.image.source.base64: image exceeds 5 MB maximum: 5345678 bytes > 5242880 bytes',
    'image-bytes',
    3,
    0,
  ],
  ['messages.5.content.0: Invalid `signature` in `thinking` block', 'thinking', 5, 0],
  ['messages.1.content.0.thinking.signature: Field required', 'thinking', 1, 0],
  [
    'messages.9.content.0.type: Expected `thinking` or `redacted_thinking`, but found `tool_use`. When `thinking` is enabled, a final `assistant` message must start with a thinking block',
    'thinking',
    9,
    0,
  ],
  ['messages: text content blocks must be non-empty', 'empty-text', undefined, undefined],
  [
    'messages.4: all messages must have non-empty content except for the optional final assistant message',
    'empty-text',
    4,
    undefined,
  ],
  ['messages.2.content.1.text: cache_control cannot be set for empty text blocks', 'empty-text', 2, 1],
  [
    'A maximum of 4 blocks with cache_control may be provided. Found 5.',
    'cache-control',
    undefined,
    undefined,
  ],
  [
    'messages.6.content.1: each tool_use must have a single result. Found multiple `tool_result` blocks with id: toolu_01A',
    'repeated-id',
    6,
    1,
  ],
  [
    'The request body is not valid JSON: no low surrogate in string: line 1 column 129185 (char 129184)',
    'lone-surrogate',
    undefined,
    undefined,
  ],
  ['messages: roles must alternate between "user" and "assistant"', 'roles', undefined, undefined],
  ['prompt is too long: 208310 tokens > 200000 maximum', 'too-long', undefined, undefined],
  [
    'Error during compaction: Error: Conversation too long. Press esc twice to go up a few messages and try again.',
    'too-long',
    undefined,
    undefined,
  ],
  ['Context limit reached · /compact or /clear to continue', 'too-long', undefined, undefined],
  [
    'No conversation found with session ID: 3e1c4bd9-6d0b-4b7f-9f39-04c3f4b2a0c1',
    'not-found',
    undefined,
    undefined,
  ],
  ['Overloaded', 'unknown', undefined, undefined],
];

describe('a pasted API error', () => {
  test.each(CASES)('[R6] %s', (message, kind, index, block) => {
    for (const pasted of [message, wrapped(message)]) {
      const error = parseApiError(pasted);
      expect(error.kind).toBe(kind);
      expect(error.paths[0]?.message).toBe(index);
      expect(error.paths[0]?.block).toBe(block);
    }
  });

  test('a path that the terminal wrapped is read all the same', () => {
    const pasted =
      'API Error: 400 "messages.\n    7.content.2.image.source.base64.data: At least one of the image\n    dimensions exceed max allowed size: 8000 pixels"';
    expect(parseApiError(pasted)).toMatchObject({ kind: 'image-side', paths: [{ message: 7, block: 2 }] });
  });

  test('an image inside a result has a third index', () => {
    const { paths } = parseApiError('messages.3.content.0.tool_result.content.1.image.source: bad');
    expect(paths).toEqual([{ message: 3, block: 0, inner: 1 }]);
  });

  test('all ids are read, each once, and the figures of a prompt that is too long', () => {
    expect(parseApiError('without `tool_result`: toolu_01A, toolu_02B, toolu_01A').ids).toEqual([
      'toolu_01A',
      'toolu_02B',
    ]);
    expect(parseApiError('prompt is too long: 208,310 tokens > 200,000 maximum').tokens).toEqual({
      used: 208310,
      most: 200000,
    });
  });

  test('takes linear time on a megabyte of text', () => {
    const parse = (size: number) => parseApiError('messages.1 . content . '.repeat(size));
    expect(growthOf(6000, parse)).toBeLessThan(NOT_QUADRATIC);
  });
});
