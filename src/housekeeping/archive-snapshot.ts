// The records of the archive: one for every time a session was put into it, with the pieces of each of its files.
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { encodeUtf8 } from '../base/bytes.ts';
import { asWords, isObject, type Json, type JsonObject } from '../base/json.ts';
import { Refusal } from '../base/refusal.ts';
import { quoteName } from '../disk/quote-name.ts';
import { isVanished } from '../disk/system-error.ts';
import { checkBundle, type SessionBundle } from './bundle.ts';

export interface Snapshot {
  readonly version: 1;
  /** ISO time. */
  readonly archived: string;
  readonly title: string | undefined;
  readonly bundle: SessionBundle;
  /** One list of pieces for each file of the bundle. */
  readonly pieces: readonly (readonly string[])[];
}

/** One session in the archive, as it was at one time. */
export interface SnapshotFile extends Snapshot {
  readonly file: string;
}

export function archiveFolder(dataDir: string): string {
  return join(dataDir, 'archive');
}

export function snapshotFile(dataDir: string, sessionId: string, archived: string): string {
  return join(archiveFolder(dataDir), 'sessions', sessionId, `${archived.replace(/[:.]/g, '-')}.json`);
}

export function snapshotBytes(snapshot: Snapshot): Uint8Array {
  return encodeUtf8(`${JSON.stringify(snapshot)}\n`);
}

/** All that can be read, the oldest first. */
export async function listSnapshots(dataDir: string): Promise<SnapshotFile[]> {
  return (await readSnapshots(dataDir)).snapshots;
}

export interface ReadSnapshots {
  /** The oldest first. */
  readonly snapshots: SnapshotFile[];
  /** What cannot be read: torn, closed to us, or of a later clew. Which pieces it names is not known. */
  readonly unreadable: readonly { readonly sessionId: string; readonly file: string }[];
}

export async function readSnapshots(dataDir: string): Promise<ReadSnapshots> {
  const folder = join(archiveFolder(dataDir), 'sessions');
  const snapshots: SnapshotFile[] = [];
  const unreadable: ReadSnapshots['unreadable'][number][] = [];
  const namesIn = (inside: string, sessionId: string): Promise<string[]> =>
    readdir(inside).catch((error) => {
      if (!isVanished(error)) unreadable.push({ sessionId, file: inside });
      return [];
    });
  for (const sessionId of await namesIn(folder, '')) {
    for (const name of await namesIn(join(folder, sessionId), sessionId)) {
      if (!name.endsWith('.json') || name.startsWith('.')) continue;
      const file = join(folder, sessionId, name);
      const snapshot = await readSnapshot(file);
      if (snapshot) snapshots.push(snapshot);
      else unreadable.push({ sessionId, file });
    }
  }
  return { snapshots: snapshots.sort((a, b) => (a.archived < b.archived ? -1 : 1)), unreadable };
}

/** The newest snapshot of the session that an id, or the beginning of one, names. */
export function selectSnapshot(snapshots: readonly SnapshotFile[], id: string): SnapshotFile {
  const wanted = id.trim().toLowerCase();
  const whole = snapshots.filter(({ bundle }) => bundle.sessionId.toLowerCase() === wanted);
  const fitting =
    whole.length > 0
      ? whole
      : snapshots.filter(({ bundle }) => bundle.sessionId.toLowerCase().startsWith(wanted));
  const ids = new Set(fitting.map(({ bundle }) => bundle.sessionId));
  const newest = fitting.at(-1);
  if (wanted !== '' && newest && ids.size === 1) return newest;
  if (wanted !== '' && ids.size > 1)
    throw new Refusal(
      'several-sessions',
      `${ids.size} archived sessions begin with ${quoteName(id)}.`,
      'Give more of the id.',
    );
  throw new Refusal(
    'not-archived',
    `No archived session fits ${quoteName(id)}.`,
    '`clew restore --list` shows what the archive holds.',
  );
}

async function readSnapshot(file: string): Promise<SnapshotFile | undefined> {
  try {
    const value = JSON.parse(await readFile(file, 'utf8')) as JsonObject;
    const pieces = value.pieces as Json | undefined;
    if (!isObject(value) || value.version !== 1 || !Array.isArray(pieces) || !pieces.every(isPieceList))
      return undefined;
    return {
      version: 1,
      archived: asWords(value.archived),
      title: typeof value.title === 'string' ? value.title : undefined,
      bundle: checkBundle(value.bundle),
      pieces,
      file,
    };
  } catch {
    // Torn, or of a later clew.
    return undefined;
  }
}

/** A piece is a file of that name: anything but a hash could lead elsewhere. */
function isPieceList(value: Json): value is readonly string[] {
  return Array.isArray(value) && value.every((one) => typeof one === 'string' && /^[0-9a-f]{64}$/.test(one));
}
