import { expect, test } from 'vitest';
import { cutByBytes } from './survey-pool.ts';

const sources = (...sizes: number[]) => sizes.map((bytes, at) => ({ file: `${at}`, bytes }));
const names = (stretches: ReturnType<typeof cutByBytes>) =>
  stretches.map((stretch) => stretch.map(({ file }) => file).join(''));

test('stretches keep the order of the files and have about the same number of bytes', () => {
  expect(names(cutByBytes(sources(1, 1, 1, 1), 2))).toEqual(['01', '23']);
  expect(names(cutByBytes(sources(6, 1, 1, 1, 1, 2), 2))).toEqual(['0', '12345']);
});

test('every file is in one stretch, also where one of them outweighs the rest or all are empty', () => {
  expect(names(cutByBytes(sources(1, 90, 1), 3))).toEqual(['0', '1', '2']);
  expect(names(cutByBytes(sources(0, 0), 2))).toEqual(['01']);
  expect(cutByBytes([], 2)).toEqual([]);
});

test('the thread that is there already gets more than those that have to start', () => {
  expect(names(cutByBytes(sources(1, 1, 1, 1, 1, 1), 2, 2))).toEqual(['0123', '45']);
  expect(names(cutByBytes(sources(1, 1), 2, 9))).toEqual(['01']);
});
