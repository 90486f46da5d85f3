// Carries a receipt out, forwards or back: each step is a rename, may be repeated, and leaves every file old or new.
import { constants } from 'node:fs';
import { copyFile, link, mkdir, rename, rmdir, stat, unlink, utimes } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Refusal } from '../base/refusal.ts';
import { hashChunks } from '../disk/byte-hash.ts';
import { makeFolder } from '../disk/make-folder.ts';
import { publishNewFile, syncFolderOf } from '../disk/publish-file.ts';
import { openByteSource } from '../disk/read-file.ts';
import { errorCode, writeRefusal } from '../disk/system-error.ts';
import { writeFileAtomically } from '../disk/write-file.ts';
import { editLines } from './edit-lines.ts';
import { damagedRefusal, sameState, stateOf } from './file-state.ts';
import { copyAcross, moveOver } from './move-over.ts';
import { type FileState, type FileStep, type Receipt, receiptFolder, writeReceipt } from './receipt.ts';
import { gunzipped, gzipped } from './through-gzip.ts';

export type Direction = 'forward' | 'back';

export interface Applied {
  readonly receipt: Receipt;
  /** Files that were in neither of the two states the receipt knows, and were left as they are. */
  readonly skipped: readonly string[];
}

/** The receipt must be written already: if this is cut short, `recoverReceipts` finishes it. */
export async function applyReceipt(dataDir: string, receipt: Receipt, way: Direction): Promise<Applied> {
  const folder = receiptFolder(dataDir, receipt.id);
  const [old, fresh] = [receipt.keptIn ?? join(folder, 'old'), join(folder, 'new')];
  const shelf: Shelf =
    way === 'forward'
      ? { from: fresh, to: receipt.backup ? old : undefined, packs: receipt.compressed }
      : { from: old, to: fresh, unpacks: receipt.compressed };
  const skipped: string[] = [];
  const files = receipt.steps.flatMap((step, n) => (step.kind === 'file' ? [orient(step, n, way)] : []));
  if (way === 'back')
    for (const { folder: one, mode } of receipt.removedFolders) await restoreFolder(one, mode);
  for (const move of order(files)) {
    if (!(await applyMove(move, shelf)) && !move.optional) skipped.push(move.file);
  }
  for (const [n, step] of receipt.steps.entries())
    if (step.kind === 'lines')
      await editLines(step.file, step.edits, way === 'back', join(folder, `lines-${n}-${process.pid}`));
  const leaving = way === 'forward' ? receipt.removedFolders.map((one) => one.folder) : receipt.madeFolders;
  for (const one of [...leaving].sort((a, b) => b.length - a.length)) await rmdir(one).catch(() => undefined);
  const done: Receipt = { ...receipt, state: way === 'forward' ? 'done' : 'undone' };
  await writeReceipt(dataDir, done);
  return { receipt: done, skipped };
}

interface Move {
  readonly file: string;
  readonly n: number;
  readonly have: FileStep['before'];
  readonly want: FileStep['before'];
  readonly main: boolean;
  readonly optional: boolean;
}

function orient({ file, before, after, main, optional }: FileStep, n: number, way: Direction): Move {
  const [have, want] = way === 'forward' ? [before, after] : [after, before];
  return { file, n, have, want, main, optional };
}

// A session that can be seen has all that belongs to it: it is shown last and hidden first.
function order(moves: readonly Move[]): Move[] {
  const rank = ({ want, main }: Move): number => (want === undefined ? (main ? 2 : 3) : main ? 1 : 0);
  return [...moves].sort((a, b) => rank(a) - rank(b) || a.n - b.n);
}

interface Shelf {
  readonly from: string;
  /** Undefined where what was there is not kept. */
  readonly to: string | undefined;
  /** What is kept is gzipped; what is brought back was. */
  readonly packs?: boolean;
  readonly unpacks?: boolean;
}

/** False where the file is in neither state. */
async function applyMove({ file, n, have, want }: Move, shelf: Shelf): Promise<boolean> {
  const from = join(shelf.from, `${n}`);
  const to = shelf.to === undefined ? undefined : join(shelf.to, `${n}`);
  const current = await stateOf(file);
  if (sameState(current, want)) return true;
  if (!sameState(current, have)) return false;
  try {
    if (want === undefined) {
      if (to === undefined) await unlink(file);
      else await moveFile(file, to);
    } else {
      if (current !== undefined && to !== undefined)
        await (shelf.packs ? packFile(file, to) : keepFile(file, to, current));
      await makeFolder(dirname(file));
      if (shelf.unpacks) await unpackFile(from, file, want);
      else if (current === undefined) await placeNew(from, file);
      else await moveOver(from, file);
    }
  } catch (error) {
    // Another process may have finished this very step meanwhile.
    if (sameState(await stateOf(file), want)) return true;
    throw writeRefusal(file, error);
  }
  await syncFolderOf(file);
  return true;
}

// What is kept is never taken away to be kept anew: two processes may finish the work of a crashed one at once, and what the
// slower finds kept is then the only copy.
async function moveFile(from: string, to: string): Promise<void> {
  await makeFolder(dirname(to));
  // A crash may have left a second name of the very file there, and a rename between two names of one file does nothing.
  if (await isSameFile(from, to)) return unlink(from);
  try {
    await rename(from, to);
  } catch (error) {
    if (errorCode(error) !== 'EXDEV') throw error;
    await copyAcross(from, to, true);
  }
}

async function isSameFile(a: string, b: string): Promise<boolean> {
  const [one, other] = await Promise.all(
    [a, b].map((file) => stat(file, { bigint: true }).catch(() => undefined)),
  );
  return one !== undefined && one.ino === other?.ino && one.dev === other.dev;
}

// A second name for what is about to be replaced; where the file system has none, a copy.
async function keepFile(file: string, to: string, have: FileState): Promise<void> {
  await makeFolder(dirname(to));
  try {
    await link(file, to);
  } catch (error) {
    if (errorCode(error) === 'EEXIST' && sameState(await stateOf(to), have)) return;
    await unlink(to).catch(() => undefined);
    await copyFile(file, to, constants.COPYFILE_FICLONE);
    const { atime, mtime } = await stat(file);
    await utimes(to, atime, mtime);
  }
}

async function packFile(file: string, to: string): Promise<void> {
  await makeFolder(dirname(to));
  // It comes to its place whole: what is there is what was to be kept.
  if (await stateOf(to)) return;
  await writeFileAtomically(to, gzipped(openByteSource(file)));
}

// Only once what comes out is what went in; the time of the file stays.
async function unpackFile(from: string, file: string, want: FileState): Promise<void> {
  const open = () => gunzipped(openByteSource(from));
  const kept = await hashChunks(open()).catch((error: unknown) => {
    if (error instanceof Refusal) throw error;
    return undefined;
  });
  if (!sameState(kept, want)) throw damagedRefusal(from);
  const old = await stat(file);
  const staged = `${from}-whole`;
  await writeFileAtomically(staged, open(), { replace: true, mode: old.mode & 0o7777 });
  await utimes(staged, old.atime, old.mtime);
  await moveOver(staged, file);
  await unlink(from);
}

async function placeNew(from: string, file: string): Promise<void> {
  try {
    await publishNewFile(from, file);
  } catch (error) {
    if (errorCode(error) !== 'EXDEV') throw error;
    await copyAcross(from, file, false);
  }
}

async function restoreFolder(folder: string, mode: number): Promise<void> {
  await makeFolder(dirname(folder));
  await mkdir(folder, { mode }).catch((error) => {
    if (errorCode(error) !== 'EEXIST') throw error;
  });
}
