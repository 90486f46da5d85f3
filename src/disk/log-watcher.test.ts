import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FSWatcher } from 'chokidar';
import { expect, test, vi } from 'vitest';
import { LogWatcher } from './log-watcher.ts';

test('where the system watches no more files, asking again and again takes over, and is ready', async () => {
  const home = mkdtempSync(join(tmpdir(), 'clew-watch-'));
  mkdirSync(join(home, 'projects'));
  const add = vi.spyOn(FSWatcher.prototype, 'add').mockImplementationOnce(function (this: FSWatcher) {
    queueMicrotask(() => this.emit('error', Object.assign(new Error('no room'), { code: 'ENOSPC' })));
    return this;
  });
  const watcher = new LogWatcher({ homes: [home], onChange: () => undefined });
  try {
    await watcher.ready();
    expect(add).toHaveBeenCalledTimes(2);
  } finally {
    add.mockRestore();
    await watcher.close();
    rmSync(home, { recursive: true });
  }
}, 10_000);
