import { afterEach, expect, test, vi } from 'vitest';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

test('a page that comes back by the back button listens again', async () => {
  const open = new Set<object>();
  class Stream {
    constructor() {
      open.add(this);
    }
    addEventListener(): void {}
    close(): void {
      open.delete(this);
    }
  }
  const page = new EventTarget();
  vi.stubGlobal('EventSource', Stream);
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
  vi.resetModules();
  const { onLive } = await import('./live.ts');
  onLive(() => undefined);
  expect(open.size).toBe(1);
  page.dispatchEvent(new Event('pagehide'));
  expect(open.size).toBe(0);
  page.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
  expect(open.size).toBe(1);
  // A page that is shown for the first time has its stream already.
  page.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: false }));
  expect(open.size).toBe(1);
});
