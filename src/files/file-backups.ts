// The backups that the client's file history names: for each snapshot the files it kept, as they were when a prompt was sent [F3].
import { isObject, type JsonObject, numberField, objectField, stringField } from '../base/json.ts';
import { parseClockTime } from '../base/parse-time.ts';
import type { Entry } from '../log/line.ts';

export interface FileBackup {
  /** As the client names it: relative to the project, or absolute. */
  readonly path: string;
  /** The file in `<home>/file-history/<sessionId>/`; null where there was no such file then. */
  readonly name: string | null;
  readonly version: number | undefined;
  readonly time: number | undefined;
  /** The uuid of the prompt before whose work the file was like this. */
  readonly messageId: string | undefined;
  readonly line: number;
}

/** In file order; a backup that several snapshots repeat comes once. */
export function listBackups(entries: readonly Entry[]): FileBackup[] {
  const backups: FileBackup[] = [];
  const seen = new Set<string>();
  const take = (path: string, backup: JsonObject, messageId: string | undefined, line: number): void => {
    const name = stringField(backup, 'backupFileName') ?? null;
    const key = JSON.stringify([path, name ?? messageId]);
    if (seen.has(key)) return;
    seen.add(key);
    backups.push({
      path,
      name,
      version: numberField(backup, 'version'),
      time: parseClockTime(stringField(backup, 'backupTime')),
      messageId,
      line,
    });
  };
  for (const { value, place } of entries) {
    if (value.type === 'file-history-snapshot') {
      const snapshot = objectField(value, 'snapshot');
      const messageId = stringField(snapshot, 'messageId') ?? stringField(value, 'messageId');
      for (const [path, backup] of Object.entries(objectField(snapshot, 'trackedFileBackups') ?? {}))
        if (isObject(backup)) take(path, backup, messageId, place.line);
    } else if (value.type === 'file-history-delta') {
      const path = stringField(value, 'trackingPath');
      const backup = objectField(value, 'backup');
      if (path !== undefined && backup)
        take(path, backup, stringField(value, 'snapshotMessageId'), place.line);
    }
  }
  return backups;
}
