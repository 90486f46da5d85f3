// The records that clew keeps of its clones: where each came from, how it was cut, and every file that belongs to it.
import { readdir, readFile, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { encodeUtf8 } from '../base/bytes.ts';
import { isObject, type JsonObject } from '../base/json.ts';
import { makeFolder } from '../disk/make-folder.ts';
import { writeFileAtomically } from '../disk/write-file.ts';
import type { Changes } from '../transform/cut-session.ts';
import type { WrittenFile } from './written-files.ts';

export const RECORD_VERSION = 1;

/** Where a clone came from: its source, the options and hashes. */
export interface LineageRecord {
  readonly version: number;
  readonly sessionId: string;
  /** The clone's own main file. */
  readonly file: string;
  readonly home: string | undefined;
  readonly project: string | undefined;
  readonly title: string;
  readonly source: {
    readonly file: string;
    readonly sessionId: string;
    readonly bytes: number;
    readonly sha256: string;
  };
  readonly options: JsonObject;
  /** ISO time. */
  readonly created: string;
  readonly changes: Changes;
  /** `writing` until the clone is whole: what is left of one that was interrupted can still be cleared away. */
  readonly state: 'writing' | 'whole' | 'undone';
  readonly files: readonly WrittenFile[];
}

export async function writeRecord(dataDir: string, record: LineageRecord): Promise<void> {
  const folder = join(dataDir, 'lineage');
  await makeFolder(folder);
  const text = `${JSON.stringify(record, null, 2)}\n`;
  await writeFileAtomically(recordFile(dataDir, record.sessionId), [encodeUtf8(text)], { replace: true });
}

export async function removeRecord(dataDir: string, sessionId: string): Promise<void> {
  await unlink(recordFile(dataDir, sessionId)).catch(() => undefined);
}

/** All records that can be read, the oldest first. */
export async function readRecords(dataDir: string): Promise<LineageRecord[]> {
  const folder = join(dataDir, 'lineage');
  const names = await readdir(folder).catch((): string[] => []);
  const records: LineageRecord[] = [];
  for (const name of names.filter((one) => one.endsWith('.json') && !one.startsWith('.'))) {
    const record = await readOne(join(folder, name));
    if (record) records.push(record);
  }
  return records.sort((a, b) => (a.created < b.created ? -1 : 1));
}

function recordFile(dataDir: string, sessionId: string): string {
  return join(dataDir, 'lineage', `${sessionId}.json`);
}

async function readOne(file: string): Promise<LineageRecord | undefined> {
  try {
    const value: unknown = JSON.parse(await readFile(file, 'utf8'));
    return isRecord(value) ? value : undefined;
  } catch {
    // A record that is torn or of a later version of clew tells nothing we could act on.
    return undefined;
  }
}

function isRecord(value: unknown): value is LineageRecord {
  if (!isObject(value) || value.version !== RECORD_VERSION || !isObject(value.source)) return false;
  return (
    typeof value.sessionId === 'string' &&
    typeof value.file === 'string' &&
    typeof value.title === 'string' &&
    typeof value.created === 'string' &&
    isObject(value.changes) &&
    typeof value.source.sessionId === 'string' &&
    typeof value.source.file === 'string' &&
    Array.isArray(value.files) &&
    (value.files as readonly unknown[]).every((one) => isObject(one) && typeof one.file === 'string')
  );
}
