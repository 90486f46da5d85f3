import { expect, test } from 'vitest';
import type { SessionSource } from './session-source.ts';
import { ThreadRows } from './thread-rows.ts';
import { keyOfItem, listTranscript } from './transcript-list.ts';

async function threadOf(total: number, agent?: string): Promise<ThreadRows> {
  const source = { rows: async () => ({ from: 0, total, rows: [] }) } as unknown as SessionSource;
  const rows = new ThreadRows(source, agent === undefined ? {} : { agent });
  await rows.need(0, 0);
  return rows;
}

test('open agents stand behind the call that started them, agents in agents too', async () => {
  const [main, first, inner] = await Promise.all([threadOf(3), threadOf(2, 'a'), threadOf(1, 'b')]);
  const list = listTranscript(main, [
    { agentId: 'b', rows: inner, parent: first, parentRow: 0 },
    { agentId: 'a', rows: first, parent: main, parentRow: 1 },
  ]);
  const keys = Array.from({ length: list.count }, (_, i) => keyOfItem(list.at(i)));
  expect(keys).toEqual([
    ':0',
    ':1',
    'agent-start a',
    'a:0',
    'agent-start b',
    'b:0',
    'agent-end b',
    'a:1',
    'agent-end a',
    ':2',
    'end',
  ]);
  expect([0, 3, 9].map(list.keyAt)).toEqual([0, 'a:0', 2]);
  expect(list.at(5)).toMatchObject({ depth: 2, mainRow: 1 });
  expect(list.find(inner, 0)).toBe(5);
  expect(list.find(main, 2)).toBe(9);
});

test('a hundred thousand rows make no list of objects', async () => {
  const main = await threadOf(100_000);
  const list = listTranscript(main, []);
  expect(list.count).toBe(100_001);
  expect(list.at(99_999)).toMatchObject({ kind: 'row', index: 99_999 });
});
