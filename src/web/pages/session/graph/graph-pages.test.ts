import { expect, test } from 'vitest';
import type { GraphPage, GraphRow } from '../../../../server/api.ts';
import { GraphPages, PAGE } from './graph-pages.ts';

const TOTAL = 1000;

function pageOf(from: number, total = TOTAL): GraphPage {
  const rows = Array.from({ length: Math.min(PAGE, total - from) }, (_, i) => ({
    type: 'compaction' as const,
    strand: 0,
    left: false,
    turn: from + i,
  }));
  return {
    from,
    total,
    most: 1,
    rows: rows as readonly GraphRow[],
    knots: rows.map(() => ({ x: 84, r: 4 })),
    threads: [{ key: `s${from}`, kind: 'spine', from, to: from + rows.length, x: 84, way: 84 }],
  };
}

test('a page is asked for once, and only where its rows are needed', async () => {
  const asked: number[] = [];
  const pages = new GraphPages(pageOf(0), async (from) => {
    asked.push(from);
    return pageOf(from);
  });
  pages.need(-40, 150);
  pages.need(390, 410);
  pages.need(395, 1200);
  await Promise.resolve();
  expect(asked).toEqual([200, 400, 600, 800]);
  await Promise.resolve();
  expect(pages.row(399)?.turn).toBe(399);
  expect(pages.threads(350, 360).map(({ key }) => key)).toEqual(['s200']);
});

test('a page that could not be read is asked for again', async () => {
  let times = 0;
  const pages = new GraphPages(pageOf(0), async (from) => {
    if (times++ === 0) throw new Error('gone');
    return pageOf(from);
  });
  pages.need(250, 260);
  await new Promise((done) => setTimeout(done));
  expect(pages.row(250)).toBeUndefined();
  pages.need(250, 260);
  await new Promise((done) => setTimeout(done));
  expect(pages.row(250)?.turn).toBe(250);
});

test('a graph that grew shows the rows that were known until it is told them anew', async () => {
  const before = new GraphPages(pageOf(0), async (from) => pageOf(from));
  before.need(200, 210);
  await new Promise((done) => setTimeout(done));
  const asked: number[] = [];
  const after = new GraphPages(
    pageOf(0, 1010),
    async (from) => {
      asked.push(from);
      return pageOf(from, 1010);
    },
    before,
  );
  expect(after.row(205)?.turn).toBe(205);
  after.need(200, 210);
  expect(asked).toEqual([200]);
});

test('over several days a time is told after that of the row above, and on one day after itself', () => {
  const [first, second] = [new Date(2026, 3, 15, 12).getTime(), new Date(2026, 3, 16, 9).getTime()];
  const timed = pageOf(0, 4);
  const rows = [
    { ...timed.rows[0], time: first },
    { ...timed.rows[1], type: 'agent', time: second },
    { ...timed.rows[2], time: second },
    { ...timed.rows[3], time: second },
  ] as GraphRow[];
  const days = new GraphPages({ ...timed, rows }, async () => timed, undefined, true);
  expect([0, 1, 2, 3].map((at) => days.timeBefore(at))).toEqual([undefined, first, first, second]);
  const day = new GraphPages({ ...timed, rows }, async () => timed);
  expect(day.timeBefore(2)).toBe(second);
});
