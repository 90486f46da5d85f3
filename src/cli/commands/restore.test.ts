import { expect, test } from 'vitest';
import type { SnapshotFile } from '../../housekeeping/archive-snapshot.ts';
import { archivedSessions } from './restore.ts';

function snapshots(sessions: number, copies: number, read: () => void): SnapshotFile[] {
  const all: SnapshotFile[] = [];
  for (let copy = 0; copy < copies; copy++) {
    for (let n = 0; n < sessions; n++) {
      const bundle = { sessionId: `s${n}`, project: '-p', cwd: undefined, files: [{ bytes: copy + 1 }] };
      const archived = new Date(all.length * 1000).toISOString();
      const snapshot = {
        version: 1,
        archived,
        title: `copy ${copy}`,
        pieces: [],
        file: `${all.length}.json`,
      };
      Object.defineProperty(snapshot, 'bundle', {
        get() {
          read();
          return bundle;
        },
      });
      all.push(snapshot as unknown as SnapshotFile);
    }
  }
  return all;
}

test('of a session that was archived several times, the newest copy is told and how many there are', () => {
  const rows = archivedSessions(snapshots(2, 3, () => {}));
  expect(rows).toMatchObject([
    { sessionId: 's1', title: 'copy 2', project: '-p', copies: 3, bytes: 3, files: 1 },
    { sessionId: 's0', title: 'copy 2', copies: 3 },
  ]);
});

test('each copy in the archive is looked at a few times, however many there are', () => {
  let reads = 0;
  const all = snapshots(500, 2, () => reads++);
  expect(archivedSessions(all)).toHaveLength(500);
  expect(reads).toBeLessThanOrEqual(3 * all.length);
});
