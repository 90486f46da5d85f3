import { expect, test } from 'vitest';
import type { FileTouch } from '../../../../server/api.ts';
import { describeTouches, layOutTouches, touchAt, xOfTurn } from './touch-layout.ts';

const room = { turns: 11, width: 110 };
const touch = (turn: number, how: FileTouch['how']): FileTouch => ({ turn, how, line: turn * 10 });

test('turns lie along the thread from edge to edge', () => {
  expect(xOfTurn(1, room)).toBe(5);
  expect(xOfTurn(6, room)).toBe(55);
  expect(xOfTurn(11, room)).toBe(105);
  expect(xOfTurn(1, { turns: 1, width: 110 })).toBe(5);
});

test('a change outweighs a read on the same spot, and each spot has one mark', () => {
  const { reads, edits, writes, span } = layOutTouches(
    [touch(1, 'read'), touch(1, 'edit'), touch(6, 'read'), touch(11, 'edit'), touch(11, 'create')],
    room,
  );
  expect(reads.match(/M/g)).toHaveLength(1);
  expect(edits.match(/M/g)).toHaveLength(1);
  expect(writes.match(/M/g)).toHaveLength(1);
  expect(span).toBe('M5 12H105');
});

test('thousands of touches draw no more marks than there are spots', () => {
  const many = Array.from({ length: 20_000 }, (_, i) => touch(i + 1, 'edit'));
  const { edits } = layOutTouches(many, { turns: 20_000, width: 110 });
  expect(edits.match(/M/g)?.length).toBeLessThanOrEqual(201);
});

test('the nearest touch is picked, a change before a read', () => {
  const touches = [touch(1, 'read'), touch(6, 'read'), touch(6, 'edit'), touch(11, 'write')];
  expect(touchAt(touches, 50, room)).toMatchObject({ turn: 6, how: 'edit' });
  expect(touchAt(touches, 104, room)?.turn).toBe(11);
  expect(touchAt([], 50, room)).toBeUndefined();
});

test('the picture has its words', () => {
  expect(describeTouches([touch(2, 'read'), touch(5, 'edit'), touch(3, 'write'), touch(5, 'edit')])).toBe(
    'read in turn 2; changed in turns 3, 5',
  );
});
