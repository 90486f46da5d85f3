import { expect, test } from 'vitest';
import type { ByKind } from '../../../../server/api.ts';
import { BOTTOM, layOutWindow, TOP } from './window-layout.ts';

const NONE: ByKind = {
  system: 0,
  user: 0,
  assistant: 0,
  thinking: 0,
  'tool-input': 0,
  'tool-result': 0,
  attachment: 0,
  image: 0,
  summary: 0,
  other: 0,
};

test('heights are in proportion to tokens, before and after on one scale', () => {
  const { bands, limit } = layOutWindow(
    { ...NONE, system: 50, 'tool-result': 150 },
    { ...NONE, system: 50, 'tool-result': 25 },
    200,
  );
  expect(limit?.toScale).toBe(true);
  expect(limit?.y).toBeCloseTo(bands.at(-1)?.left.top ?? 0, -1);
  const heights = bands.map(({ left, right }) => [left.bottom - left.top, right.bottom - right.top]);
  const [system, results] = heights as [[number, number], [number, number]];
  expect(system[0]).toBeCloseTo(system[1]);
  expect(results[0] / system[0]).toBeCloseTo(3);
  expect(results[1] / results[0]).toBeCloseTo(1 / 6);
  expect(bands[0]?.left.bottom).toBe(BOTTOM);
  expect(bands.at(-1)?.left.top).toBeGreaterThanOrEqual(TOP);
});

test('a window that is far larger than what is in it is drawn at the top, out of scale and above the columns', () => {
  const { limit, leftTop } = layOutWindow({ ...NONE, user: 10 }, NONE, 1000);
  expect(limit).toEqual({ y: TOP, toScale: false });
  // Room for the sum above the column, in two lines.
  expect(leftTop - TOP).toBeGreaterThan(44);
  expect(layOutWindow({ ...NONE, user: 10 }, NONE, undefined).limit).toBeUndefined();
});

test('words of thin bands do not lie on each other', () => {
  const thin = { ...NONE, system: 1, summary: 1, user: 1, assistant: 1, thinking: 1, 'tool-result': 500 };
  const words = layOutWindow(thin, thin, undefined).bands.map(({ left }) => left.word);
  for (let i = 1; i < words.length; i++) {
    expect((words[i - 1] as number) - (words[i] as number)).toBeGreaterThanOrEqual(17);
  }
});
