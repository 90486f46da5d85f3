import { expect, test } from 'vitest';
import { limitImages } from './limit-images.ts';
import type { Draft, Piece } from './sent-message.ts';

function images(count: number): Draft[] {
  const image: Piece = { block: { type: 'image', source: { data: 'x' } }, entries: [] };
  return [{ role: 'user', id: undefined, pieces: Array.from({ length: count }, () => image), reminders: [] }];
}

function left(drafts: readonly Draft[]): number {
  return drafts.reduce((sum, draft) => sum + draft.pieces.length, 0);
}

test('[resume R27] over a hundred images the oldest go, 21 at a time', () => {
  expect([100, 101, 126, 160].map((count) => left(limitImages(images(count))))).toEqual([100, 80, 84, 97]);
});

test('[resume R27] images inside results count and go too', () => {
  const inner = Array.from({ length: 5 }, () => ({ type: 'image' }));
  const result: Piece = { block: { type: 'tool_result', tool_use_id: 'x', content: inner }, entries: [] };
  const [first] = limitImages([
    { role: 'user', id: undefined, pieces: [result], reminders: [] },
    ...images(100),
  ]);
  expect(first?.pieces[0]?.block.content).toEqual([]);
});
