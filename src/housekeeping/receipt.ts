// The receipts of housekeeping: what was changed, file by file, so that it can be finished after a crash, and undone.
import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { encodeUtf8 } from '../base/bytes.ts';
import { parseObject } from '../base/json.ts';
import { makeFolder } from '../disk/make-folder.ts';
import { writeFileAtomically } from '../disk/write-file.ts';

export type HousekeepingAction = 'rm' | 'mv' | 'scrub' | 'slim' | 'archive' | 'restore' | 'unpack';

export interface FileState {
  readonly bytes: number;
  readonly sha256: string;
}

/** One file from one state to another; undefined is not there. Its contents lie in `old/<n>` and `new/<n>` of the receipt. */
export interface FileStep {
  readonly kind: 'file';
  readonly file: string;
  readonly before: FileState | undefined;
  readonly after: FileState | undefined;
  /** The session's main file: shown last, hidden first. */
  readonly main: boolean;
  /** A cache that the client writes anew: where it changed since, it is left alone. */
  readonly optional: boolean;
}

/** A line of a file that others append to. Without `after` it goes, without `before` it comes. */
export interface LineEdit {
  /** Its number in the file, from 1, where it stood before. */
  readonly line: number;
  readonly before: string | undefined;
  readonly after: string | undefined;
}

export interface LinesStep {
  readonly kind: 'lines';
  readonly file: string;
  readonly edits: readonly LineEdit[];
}

export type Step = FileStep | LinesStep;

export interface KnownFolder {
  readonly folder: string;
  readonly mode: number;
}

/** What a change did, step by step, so that it can be finished or undone. */
export interface Receipt {
  readonly version: 1;
  readonly id: string;
  readonly action: HousekeepingAction;
  readonly sessionIds: readonly string[];
  /** ISO time. */
  readonly created: string;
  /** The process that applies it: while it runs, no other finishes its work. */
  readonly pid: number;
  readonly state: 'applying' | 'done' | 'undoing' | 'undone';
  /** False: what was there before was not kept, so it cannot be undone. */
  readonly backup: boolean;
  /** Where the old contents are kept, if not in the receipt's own folder. */
  readonly keptIn: string | undefined;
  /** The old contents are kept gzipped: where the point was to save room. */
  readonly compressed: boolean;
  readonly steps: readonly Step[];
  readonly removedFolders: readonly KnownFolder[];
  readonly madeFolders: readonly string[];
}

export function receiptFolder(dataDir: string, id: string): string {
  return join(dataDir, 'receipts', id);
}

export async function writeReceipt(dataDir: string, receipt: Receipt): Promise<void> {
  const folder = receiptFolder(dataDir, receipt.id);
  await makeFolder(folder);
  const text = `${JSON.stringify(receipt, null, 2)}\n`;
  await writeFileAtomically(join(folder, 'receipt.json'), [encodeUtf8(text)], { replace: true });
}

/** All that can be read, the oldest first. */
export async function readReceipts(dataDir: string): Promise<Receipt[]> {
  const names = await readdir(join(dataDir, 'receipts')).catch((): string[] => []);
  const receipts: Receipt[] = [];
  for (const name of names) {
    const receipt = await readOne(join(dataDir, 'receipts', name, 'receipt.json'));
    if (receipt && receipt.id === name) receipts.push(receipt);
  }
  return receipts.sort((a, b) => (a.created < b.created ? -1 : a.created > b.created ? 1 : 0));
}

export async function removeReceipt(dataDir: string, id: string): Promise<void> {
  await rm(receiptFolder(dataDir, id), { recursive: true, force: true });
}

async function readOne(file: string): Promise<Receipt | undefined> {
  const value = parseObject(await readFile(file, 'utf8').catch(() => ''));
  // Torn, vanished or of a later clew: nothing that could be acted on.
  if (value?.version !== 1 || !Array.isArray(value.steps)) return undefined;
  return value as unknown as Receipt;
}
