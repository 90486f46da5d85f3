import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { WindowList, type WindowListOptions } from './window-list.ts';

const OPTIONS: WindowListOptions = {
  count: 10_000,
  estimate: () => 40,
  keyOf: (index) => index,
  box: { current: null },
  above: 100,
  overscan: 10,
};

/** A page of 800 pixels that scrolls where it is told to. */
const page = {
  scrollY: 0,
  innerHeight: 800,
  scrollTo: (_: number, y: number) => {
    page.scrollY = y;
  },
};

beforeEach(() => {
  vi.useFakeTimers();
  page.scrollY = 0;
  for (const name of Object.keys(page) as (keyof typeof page)[]) {
    Object.defineProperty(globalThis, name, { configurable: true, get: () => page[name] });
  }
});

afterEach(() => {
  for (const name of Object.keys(page)) Reflect.deleteProperty(globalThis, name);
  vi.useRealTimers();
});

function openAt(scrollY: number): { list: WindowList; drawn: () => string; redraws: () => number } {
  page.scrollY = scrollY;
  let redraws = 0;
  const list = new WindowList(OPTIONS, () => redraws++);
  const drawn = () => {
    const items = list.items();
    return `${items[0]?.index}..${items.at(-1)?.index}`;
  };
  return { list, drawn, redraws: () => redraws };
}

test('what is near the screen is drawn, however long the list is', () => {
  const { list, drawn } = openAt(0);
  expect(drawn()).toBe('0..30');
  expect(list.height).toBe(400_000);
});

test('after a jump what is in sight is drawn alone, and what is near it a moment later', () => {
  const { drawn, redraws } = openAt(200_000);
  expect(drawn()).toBe('5000..5020');
  vi.advanceTimersByTime(1000);
  expect([redraws(), drawn()]).toEqual([1, '4990..5030']);
});

test('the text that is read stays where it is when what is above it turns out higher', () => {
  const { list } = openAt(4000);
  list.resize([
    [10, 100],
    [11, 0],
    [110, 500],
  ]);
  expect([page.scrollY, list.top, list.height]).toEqual([4020, 4020, 400_000 + 20 + 460]);
  expect([list.knownSize(11), list.knownSize(12)]).toEqual([0, undefined]);
});

test('sizes are kept with their items when the list changes, until they are forgotten', () => {
  const { list } = openAt(0);
  list.resize([[5, 90]]);
  list.options = { ...OPTIONS, count: 10_001, keyOf: (index) => index - 1 };
  expect(list.items().find(({ index }) => index === 6)).toMatchObject({ key: 5, start: 240, end: 330 });
  list.forget();
  expect(list.height).toBe(40 * 10_001);
});

test('an item is brought under what sticks to the top, into the middle, or no further than it must be', () => {
  const { list } = openAt(4000);
  expect(list.offsetOf(50, 'start')).toBe(1900);
  expect(list.offsetOf(50, 'center')).toBe(1900 - (700 - 40) / 2);
  expect(list.offsetOf(500, 'end')).toBe(500 * 40 + 40 - 800);
  expect([50, 105, 500].map((index) => list.offsetOf(index, 'auto'))).toEqual([1900, 4000, 19_240]);
  expect(list.offsetOf(10_000, 'start')).toBeUndefined();
});
