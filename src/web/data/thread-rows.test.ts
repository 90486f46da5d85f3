import { expect, test, vi } from 'vitest';
import type { RowsQuery } from '../../server/api.ts';
import { rowOf } from './rows.fixture.ts';
import type { SessionSource } from './session-source.ts';
import { ThreadRows } from './thread-rows.ts';

function sourceOf(total: () => number, asked: RowsQuery[]): SessionSource {
  return {
    rows: async (query: RowsQuery) => {
      asked.push(query);
      const from = query.from ?? 0;
      const count = Math.min(query.count ?? 100, total() - from);
      return {
        from,
        total: total(),
        rows: Array.from({ length: count }, (_, i) => rowOf('text', from + i, { text: `${total()}` })),
      };
    },
  } as unknown as SessionSource;
}

test('pages are fetched once, and only those that are looked at', async () => {
  const asked: RowsQuery[] = [];
  const rows = new ThreadRows(
    sourceOf(() => 100_000, asked),
    { branch: '2' },
  );
  await rows.need(50_010, 50_040);
  await Promise.all([rows.need(50_000, 50_099), rows.need(50_050, 50_120)]);
  expect(asked.map(({ from, branch }) => [from, branch])).toEqual([
    [50_000, '2'],
    [50_100, '2'],
  ]);
  expect(rows.at(50_099)?.index).toBe(50_099);
  expect(rows.at(10)).toBeUndefined();
});

test('after growth the changed rows are read again and the others kept', async () => {
  const asked: RowsQuery[] = [];
  let total = 150;
  const rows = new ThreadRows(
    sourceOf(() => total, asked),
    {},
  );
  await rows.need(0, 149);
  total = 160;
  await rows.grow(148, 160);
  expect(rows.total.value).toBe(160);
  expect([rows.at(0), rows.at(155)]).toMatchObject([{ text: '150' }, { text: '160' }]);
});

test('a refusal is kept to be shown, and the page can be asked for again', async () => {
  let fails = true;
  const source = {
    rows: async () => {
      if (fails) throw new Error('no');
      return { from: 0, total: 1, rows: [rowOf('text', 0)] };
    },
  } as unknown as SessionSource;
  const rows = new ThreadRows(source, {});
  await rows.need(0, 0);
  expect(rows.failure.value).toBeInstanceOf(Error);
  fails = false;
  await rows.need(0, 0);
  expect([rows.failure.value, rows.at(0)?.index]).toEqual([undefined, 0]);
});

test('the beginning of a session that is still being read is shown, and asked for again until it is whole', async () => {
  vi.useFakeTimers();
  let answers = 0;
  const source = {
    rows: async () => {
      answers++;
      const rows = [rowOf('text', 0), rowOf('text', 1)];
      return answers < 3 ? { from: 0, total: 0, rows, provisional: true } : { from: 0, total: 900, rows };
    },
  } as unknown as SessionSource;
  const rows = new ThreadRows(source, {});
  await rows.need(0, 0);
  expect([rows.total.value, rows.at(1)?.index]).toEqual([2, 1]);
  await vi.advanceTimersByTimeAsync(5000);
  expect([rows.total.value, answers]).toEqual([900, 3]);
  vi.useRealTimers();
});

test('news of what was read while rows are asked for does not take back how many there are', async () => {
  const asked: RowsQuery[] = [];
  const whole = sourceOf(() => 900, asked);
  let provisional = true;
  const source = {
    rows: async (query: RowsQuery) => {
      const answer = await whole.rows(query);
      return provisional ? { ...answer, total: 0, provisional } : answer;
    },
  } as unknown as SessionSource;
  const rows = new ThreadRows(source, {});
  await rows.need(0, 0);
  expect(rows.total.value).toBe(100);
  provisional = false;
  await rows.refresh();
  expect(rows.total.value).toBe(900);
});

test('of pages that may have changed, those out of sight are asked for when they are looked at again', async () => {
  const asked: RowsQuery[] = [];
  const rows = new ThreadRows(
    sourceOf(() => 900, asked),
    {},
  );
  for (const from of [0, 100, 200, 300]) await rows.need(from, from + 99);
  asked.length = 0;
  await rows.refresh();
  expect(asked.map(({ from }) => from)).toEqual([300]);
  expect(rows.at(10)?.index).toBe(10);
  await rows.need(100, 120);
  await rows.need(300, 320);
  expect(asked.map(({ from }) => from)).toEqual([300, 100]);
});

test('rows that came with a refresh are counted when their growth is told', async () => {
  let total = 50;
  const rows = new ThreadRows(
    sourceOf(() => total, []),
    {},
  );
  await rows.need(0, 49);
  total = 52;
  await rows.refresh();
  expect(rows.total.value).toBe(50);
  await rows.grow(49, 52);
  expect(rows.total.value).toBe(52);
});

test('an answer that a younger one has overtaken is not taken', async () => {
  const answers: ((text: string) => void)[] = [];
  const source = {
    rows: () =>
      new Promise((done) =>
        answers.push((text) => done({ from: 0, total: 1, rows: [rowOf('text', 0, { text })] })),
      ),
  } as unknown as SessionSource;
  const rows = new ThreadRows(source, {});
  const first = rows.need(0, 0);
  answers[0]?.('first');
  await first;
  const [older, younger] = [rows.refresh(), rows.refresh()];
  answers[2]?.('younger');
  await younger;
  answers[1]?.('older');
  await older;
  expect(rows.at(0)).toMatchObject({ text: 'younger' });
});
