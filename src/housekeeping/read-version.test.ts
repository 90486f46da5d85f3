import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { listBackups } from './read-version.ts';

test('[F3] backups that the client has cleared away are not there, and neither are those of no home', async () => {
  const home = mkdtempSync(join(tmpdir(), 'clew-backups-'));
  try {
    mkdirSync(join(home, 'file-history', 'kept'), { recursive: true });
    writeFileSync(join(home, 'file-history', 'kept', 'abc@v1'), 'x');
    expect([...(await listBackups({ home, sessionId: 'kept' }))]).toEqual(['abc@v1']);
    expect((await listBackups({ home, sessionId: 'gone' })).size).toBe(0);
    expect((await listBackups(undefined)).size).toBe(0);
  } finally {
    rmSync(home, { recursive: true });
  }
});
