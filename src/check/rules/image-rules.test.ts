import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../base/json.ts';
import { answer, log, png, rules, text, user } from '../small-session.fixture.ts';

describe('images', () => {
  const withImages = (...images: JsonObject[]) =>
    log(user(1, null, [text('look'), ...images]), answer(2, 1, [text('seen')]));

  test('[R6] a side over 8000 pixels is an error, 8000 is not', () => {
    expect(rules(withImages(png(8001, 10)))).toEqual(['error oversized-image 1']);
    expect(rules(withImages(png(10, 8001)))).toEqual(['error oversized-image 1']);
    expect(rules(withImages(png(8000, 8000)))).toEqual([]);
  });

  test('[R6] over 2000 pixels is an error among more than 20 images only', () => {
    const small = Array.from({ length: 19 }, () => png(10, 10));
    expect(rules(withImages(...small, png(2001, 10)))).toEqual([]);
    expect(rules(withImages(...small, png(10, 10), png(2001, 10)))).toEqual(['error oversized-image 1']);
  });

  test('[R6] more than 5 MB of base64 is an error', () => {
    expect(rules(withImages(png(10, 10, 3_900_000)))).toEqual([]);
    expect(rules(withImages(png(10, 10, 4_000_000)))).toEqual(['error oversized-image 1']);
  });

  test('[R6] an image inside a tool result counts', () => {
    const bytes = log(
      user(1, null, 'look'),
      answer(2, 1, [{ type: 'tool_use', id: 'toolu_1', name: 'Read', input: {} }]),
      user(3, 2, [{ type: 'tool_result', tool_use_id: 'toolu_1', content: [png(9000, 9000)] }]),
      answer(4, 3, [text('large')]),
    );
    expect(rules(bytes)).toEqual(['error oversized-image 3']);
  });
});
