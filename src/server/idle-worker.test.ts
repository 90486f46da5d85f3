import { expect, test, vi } from 'vitest';
import { Refusal } from '../base/refusal.ts';
import { JsonText } from './desk/desk.ts';
import { IdleWorker } from './idle-worker.ts';
import type { ServerContext } from './server-context.ts';

const stored = (file: string, modified: number) => ({
  key: file,
  session: { file, bytes: 10, modified, agents: [] },
  line: { live: false, empty: false },
});

test('a session that cannot be checked is tried once and keeps no other from being checked', async () => {
  const checked: string[] = [];
  const tried: string[] = [];
  const context = {
    store: {
      state: () => ({ state: 'in-sync', sessions: 2, bytes: 20 }),
      list: async () => ({ sessions: [stored('old', 1), stored('gone', 2)], problems: [] }),
    },
    activity: { quietFor: () => true },
    desk: {
      isLarge: () => false,
      recall: async ({ key }: { key: string }) => {
        tried.push(key);
        if (key === 'gone') throw new Refusal('session-file-missing', 'It is gone.');
        return new JsonText('{"counts":{"errors":1,"warnings":0,"notes":0}}');
      },
    },
    health: {
      keepOnly: () => undefined,
      of: ({ file }: { file: string }) => (checked.includes(file) ? {} : undefined),
      put: ({ file }: { file: string }) => checked.push(file),
    },
    hub: { tell: () => undefined },
  } as unknown as ServerContext;
  const lists = vi.spyOn(context.store, 'list');
  const worker = new IdleWorker(context);
  vi.useFakeTimers();
  try {
    worker.start();
    // It looks once a second.
    await vi.advanceTimersByTimeAsync(3500);
  } finally {
    worker.stop();
    vi.useRealTimers();
  }
  expect(lists.mock.calls.length).toBeGreaterThan(2);
  expect(checked).toEqual(['old']);
  expect(tried).toEqual(['gone', 'old']);
});
