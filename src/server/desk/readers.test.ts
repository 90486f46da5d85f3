import { afterEach, expect, test, vi } from 'vitest';
import { Refusal } from '../../base/refusal.ts';
import type { StoredSession } from '../store/session-store.ts';
import { DeskProcess } from './child-process.ts';
import { Readers, untilQuiet } from './readers.ts';
import { SpareProcess } from './spare-process.ts';

afterEach(() => void vi.useRealTimers());

const session = (name: string) => ({ key: name, session: { file: `${name}.jsonl` } }) as StoredSession;

function makeReaders(): Readers {
  const take = () => {
    const process = { gone: false, busy: false, stop: () => (process.gone = true) };
    return process as unknown as DeskProcess;
  };
  return new Readers({ take });
}

function setBusy(process: DeskProcess, busy: boolean): void {
  Object.assign(process, { busy });
}

test('the session that was read longest ago is let go when a third one is read', () => {
  const readers = makeReaders();
  const [a, b] = [readers.take(session('a')), readers.take(session('b'))];
  expect(readers.take(session('a'))).toBe(a);
  readers.take(session('c'));
  expect([a.process.gone, b.process.gone]).toEqual([false, true]);
  expect(readers.list().map(({ key }) => key)).toEqual(['a', 'c']);
  readers.stop();
  expect(readers.list()).toEqual([]);
});

test('a session that somebody waits for is not let go before the answer is there', () => {
  const readers = makeReaders();
  const [a, b] = [readers.take(session('a')), readers.take(session('b'))];
  setBusy(a.process, true);
  setBusy(b.process, true);
  const c = readers.take(session('c'));
  expect([a.process.gone, b.process.gone, c.process.gone]).toEqual([false, false, false]);
  setBusy(b.process, false);
  readers.trim();
  expect(readers.list().map(({ key }) => key)).toEqual(['a', 'c']);
  readers.stop();
});

test('a process that has ended is replaced', () => {
  const readers = makeReaders();
  const first = readers.take(session('a'));
  first.process.stop();
  expect(readers.take(session('a'))).not.toBe(first);
  readers.stop();
});

test('what is worked out ahead waits until nobody asks, but not for ever', async () => {
  vi.useFakeTimers();
  const reader = { asked: Date.now() };
  let quiet = false;
  const waited = untilQuiet(reader).then(() => {
    quiet = true;
  });
  await vi.advanceTimersByTimeAsync(1000);
  reader.asked = Date.now();
  await vi.advanceTimersByTimeAsync(1000);
  expect(quiet).toBe(false);
  await vi.advanceTimersByTimeAsync(1000);
  expect(quiet).toBe(true);
  await waited;
  const scrolls = setInterval(() => {
    reader.asked = Date.now();
  }, 250);
  const long = untilQuiet(reader);
  await vi.advanceTimersByTimeAsync(21_000);
  await long;
  clearInterval(scrolls);
});

test('after the end there is no process to be had that would be left behind', async () => {
  const spare = new SpareProcess('nowhere');
  spare.stop();
  const process = spare.take();
  expect(process.gone).toBe(true);
  await expect(process.ask(session('a'), 'size', {})).rejects.toMatchObject({ code: 'session-too-large' });
});

test('what was cancelled while it waited for its turn is not begun', async () => {
  const process = new DeskProcess('nowhere');
  const watch = { onProgress: () => undefined, signal: AbortSignal.abort() };
  await expect(process.run(session('a'), 'compress', {}, watch)).rejects.toThrow(Refusal);
  expect(process.busy).toBe(false);
  process.stop();
  // One that had been started would be gone only when it has ended.
  expect(process.gone).toBe(true);
});
