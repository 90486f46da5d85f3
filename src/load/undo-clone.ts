// Takes a clone back: moves all that belongs to it to clew's trash with a receipt, and brings it back byte for byte.
import { lstat, readdir, readFile, rename, rmdir, unlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { encodeUtf8 } from '../base/bytes.ts';
import { isObject, parseObject } from '../base/json.ts';
import { Refusal } from '../base/refusal.ts';
import { hashChunks } from '../disk/byte-hash.ts';
import { listSidecars } from '../disk/list-sidecars.ts';
import { makeFolder } from '../disk/make-folder.ts';
import { quoteName } from '../disk/quote-name.ts';
import { openByteSource } from '../disk/read-file.ts';
import { errorCode, writeRefusal } from '../disk/system-error.ts';
import { writeFileAtomically } from '../disk/write-file.ts';
import { type LineageRecord, readRecords, writeRecord } from './lineage-record.ts';
import { sweepLeftovers } from './sweep-leftovers.ts';

export interface MovedFile {
  readonly from: string;
  /** The name in the trash folder. */
  readonly name: string;
  readonly bytes: number;
  readonly sha256: string;
}

interface TrashReceipt {
  readonly version: 1;
  readonly sessionId: string;
  /** ISO time. */
  readonly undone: string;
  readonly files: readonly MovedFile[];
}

/** What undoing needs to know. */
export interface UndoOptions {
  readonly dataDir: string;
  readonly now: () => Date;
  /** Also a clone that was worked on since. */
  readonly force?: boolean;
}

/** What was moved, and where to. */
export interface Undone {
  readonly sessionId: string;
  readonly trash: string;
  readonly files: readonly MovedFile[];
}

/** The record of the clone that an id, or the beginning of one, names. */
async function findRecord(id: string, dataDir: string): Promise<LineageRecord> {
  const records = await readRecords(dataDir);
  const wanted = id.trim().toLowerCase();
  const fitting =
    wanted === '' ? [] : records.filter((one) => one.sessionId.toLowerCase().startsWith(wanted));
  const [first, second] = fitting;
  if (first && !second) return first;
  if (second) {
    throw new Refusal(
      'several-clones',
      `${fitting.length} clones begin with ${quoteName(id)}.`,
      'Give more of the id.',
    );
  }
  const backup = await findBackup(wanted, dataDir);
  if (backup !== undefined) {
    throw new Refusal(
      'repaired-in-place',
      `${quoteName(id)} was repaired in place, which is not a thing to take away.`,
      `The original is kept, to be copied back: ${backup}`,
    );
  }
  throw new Refusal(
    'not-a-clone',
    `clew has no record of having made ${quoteName(id)}, so it does not remove it.`,
    'Only what clew did can be undone: `clew lineage` shows where a session came from.',
  );
}

/** The newest copy that a repair in place kept of a session. */
async function findBackup(wanted: string, dataDir: string): Promise<string | undefined> {
  const folder = join(dataDir, 'backups');
  const names = wanted.length < 4 ? [] : await readdir(folder).catch((): string[] => []);
  const newest = names
    .filter((name) => name.startsWith(wanted))
    .sort()
    .at(-1);
  return newest && join(folder, newest);
}

/** Moves a clone and all that belongs to it to clew’s trash. */
export async function undoClone(id: string, options: UndoOptions): Promise<Undone> {
  const record = await findRecord(id, options.dataDir);
  if (record.state === 'undone') {
    throw new Refusal(
      'already-undone',
      `The clone ${record.sessionId} is in the trash already.`,
      `Bring it back: clew undo --restore ${record.sessionId}`,
    );
  }
  const files = await filesOf(record);
  if (files.length === 0)
    throw new Refusal('clone-gone', `Nothing is left of the clone ${record.sessionId}.`);
  if (!options.force) await refuseChanged(record, files);
  const undone = options.now().toISOString();
  const trash = join(options.dataDir, 'trash', `${record.sessionId}-${undone.replace(/[:.]/g, '-')}`);
  await makeFolder(trash);
  const moved: MovedFile[] = [];
  for (const [i, from] of files.entries()) {
    moved.push({ from, name: `${i}`, ...(await hashChunks(openByteSource(from))) });
  }
  const receipt: TrashReceipt = { version: 1, sessionId: record.sessionId, undone, files: moved };
  // Before anything moves: whatever happens then, the receipt tells where each file belongs.
  await writeFileAtomically(join(trash, 'receipt.json'), [
    encodeUtf8(`${JSON.stringify(receipt, null, 2)}\n`),
  ]);
  for (const { from, name } of moved) await moveFile(from, join(trash, name), from);
  await removeEmptyFolders(moved, record);
  await writeRecord(options.dataDir, { ...record, state: 'undone' });
  await sweepLeftovers(record.file, options.dataDir, options.now());
  return { sessionId: record.sessionId, trash, files: moved };
}

/** Brings a clone back from the trash, byte for byte. */
export async function restoreClone(id: string, options: UndoOptions): Promise<Undone> {
  const record = await findRecord(id, options.dataDir);
  const found = await findReceipt(record.sessionId, options.dataDir);
  if (!found) {
    throw new Refusal(
      'not-in-trash',
      `The clone ${record.sessionId} is not in the trash.`,
      'There is nothing to restore.',
    );
  }
  const { trash, receipt } = found;
  for (const { from, name } of receipt.files) {
    if ((await exists(join(trash, name))) || (await exists(from))) continue;
    throw new Refusal(
      'trash-incomplete',
      `Of the clone ${record.sessionId} ${quoteName(from)} is gone from the trash, too.`,
      `What is left of it: ${quoteName(trash)}`,
    );
  }
  // The main file was moved first and comes back last: no client sees it without what belongs to it.
  for (const { from, name } of receipt.files.toReversed()) {
    const kept = join(trash, name);
    // An undo that was cut short left it where it was, or a restore before this one brought it back.
    if (!(await exists(kept)) && (await exists(from))) continue;
    await makeFolder(dirname(from));
    await moveFile(kept, from, from);
  }
  await unlink(join(trash, 'receipt.json'));
  await rmdir(trash).catch(() => undefined);
  await writeRecord(options.dataDir, { ...record, state: 'whole' });
  return { sessionId: record.sessionId, trash, files: receipt.files };
}

/** The clone's own file first, then all that was written with it or has come to it since. */
async function filesOf(record: LineageRecord): Promise<string[]> {
  const files = new Set([record.file, ...record.files.map(({ file }) => file)]);
  if (record.home !== undefined && record.project !== undefined) {
    const { home, project, sessionId } = record;
    const { files: found } = await listSidecars({ home, project, sessionId, agents: [] });
    for (const { file } of found) files.add(file);
  }
  const there: string[] = [];
  for (const file of files) if (await exists(file)) there.push(file);
  return there;
}

async function exists(file: string): Promise<boolean> {
  return lstat(file).then(
    () => true,
    () => false,
  );
}

async function refuseChanged(record: LineageRecord, files: readonly string[]): Promise<void> {
  const written = new Map(record.files.map((one) => [one.file, one]));
  for (const file of files) {
    const known = written.get(file);
    if (record.state === 'writing' && !known) continue;
    if (known && (await hashChunks(openByteSource(file))).sha256 === known.sha256) continue;
    throw new Refusal(
      'clone-changed',
      `The clone ${record.sessionId} was worked on since it was made: ${quoteName(file)} is ${known ? 'not as it was' : 'new'}.`,
      'To move it to the trash all the same: --force.',
    );
  }
}

/** `own` is the one of the two that lies in the home: who may not move it is told so by its name. */
async function moveFile(from: string, to: string, own: string): Promise<void> {
  if (await exists(to))
    throw new Refusal('file-exists', `${quoteName(to)} exists already and is not overwritten.`);
  try {
    await rename(from, to).catch(async (error: unknown) => {
      if (errorCode(error) !== 'EXDEV') throw error;
      // The trash may lie on another disk.
      await writeFileAtomically(to, openByteSource(from));
      await unlink(from);
    });
  } catch (error) {
    throw writeRefusal(own, error);
  }
}

async function removeEmptyFolders(moved: readonly MovedFile[], record: LineageRecord): Promise<void> {
  const folders = new Set<string>();
  for (const { from } of moved)
    for (let at = dirname(from); at.includes(record.sessionId); at = dirname(at)) folders.add(at);
  for (const folder of [...folders].sort((a, b) => b.length - a.length))
    await rmdir(folder).catch(() => undefined);
}

async function findReceipt(
  sessionId: string,
  dataDir: string,
): Promise<{ trash: string; receipt: TrashReceipt } | undefined> {
  const names = await readdir(join(dataDir, 'trash')).catch((): string[] => []);
  for (const name of names
    .filter((one) => one.startsWith(`${sessionId}-`))
    .sort()
    .toReversed()) {
    const trash = join(dataDir, 'trash', name);
    const text = await readFile(join(trash, 'receipt.json'), 'utf8').catch(() => '');
    const receipt = parseObject(text);
    if (isReceipt(receipt)) return { trash, receipt };
  }
  return undefined;
}

function isReceipt(value: unknown): value is TrashReceipt {
  if (!isObject(value) || value.version !== 1 || !Array.isArray(value.files)) return false;
  return value.files.every(
    (one) => isObject(one) && typeof one.from === 'string' && typeof one.name === 'string',
  );
}
