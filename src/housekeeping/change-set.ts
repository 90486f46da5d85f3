// Gathers the changes of one housekeeping command, stages them outside the client's home, and carries all of them out together.
import { randomBytes } from 'node:crypto';
import { stat, utimes } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Refusal } from '../base/refusal.ts';
import { hashChunks } from '../disk/byte-hash.ts';
import { makeFolder } from '../disk/make-folder.ts';
import { quoteName } from '../disk/quote-name.ts';
import { openByteSource } from '../disk/read-file.ts';
import { writeFileAtomically } from '../disk/write-file.ts';
import { type Applied, applyReceipt } from './apply-receipt.ts';
import { stateOf } from './file-state.ts';
import {
  type FileStep,
  type HousekeepingAction,
  type KnownFolder,
  type LineEdit,
  type Receipt,
  receiptFolder,
  removeReceipt,
  type Step,
  writeReceipt,
} from './receipt.ts';
import { whileUnderWay } from './under-way.ts';

export type Chunks = () => Iterable<Uint8Array> | AsyncIterable<Uint8Array>;

export interface PlannedChange {
  readonly change: 'create' | 'replace' | 'remove' | 'edit-lines';
  readonly file: string;
}

interface Planned extends PlannedChange {
  readonly chunks?: Chunks;
  readonly edits?: readonly LineEdit[];
  readonly main?: boolean;
  readonly optional?: boolean;
  /** A file whose permissions and time of last change the new one shall have. */
  readonly like?: string;
}

export interface ChangeOptions {
  readonly dataDir: string;
  readonly action: HousekeepingAction;
  readonly sessionIds: readonly string[];
  readonly now: () => Date;
  /** False: what was there before is not kept. A folder: it is kept there. */
  readonly backup?: boolean | string;
  readonly compressed?: boolean;
}

export class ChangeSet {
  readonly #options: ChangeOptions;
  readonly #planned: Planned[] = [];
  readonly #folders: string[] = [];

  constructor(options: ChangeOptions) {
    this.#options = options;
  }

  create(file: string, chunks: Chunks, more: { main?: boolean; like?: string } = {}): void {
    this.#planned.push({ change: 'create', file, chunks, ...more });
  }

  /** The new file keeps the time of the old one: a client's list and tidying go by it. */
  replace(file: string, chunks: Chunks, more: { main?: boolean; optional?: boolean } = {}): void {
    this.#planned.push({ change: 'replace', file, chunks, ...more });
  }

  remove(file: string, more: { main?: boolean } = {}): void {
    this.#planned.push({ change: 'remove', file, ...more });
  }

  editLines(file: string, edits: readonly LineEdit[]): void {
    if (edits.length === 0) return;
    // One step for a file: line numbers are those of the file as it is now.
    const at = this.#planned.findIndex((one) => one.change === 'edit-lines' && one.file === file);
    const known = this.#planned[at]?.edits ?? [];
    // Two files of one session share its lines: what goes once comes back once.
    const lines = new Set(known.flatMap(({ line, before }) => (before === undefined ? [] : [line])));
    const all = [...known, ...edits.filter(({ line }) => !lines.has(line))];
    this.#planned.splice(at < 0 ? this.#planned.length : at, 1, { change: 'edit-lines', file, edits: all });
  }

  /** Goes too, if it is empty in the end. */
  removeFolder(folder: string): void {
    this.#folders.push(folder);
  }

  get changes(): readonly PlannedChange[] {
    return this.#planned.map(({ change, file }) => ({ change, file }));
  }

  /** Nothing of the home is touched until all of it is staged and the receipt is on the disk. */
  async commit(): Promise<Applied> {
    const { dataDir, action, now } = this.#options;
    const id = `${action}-${Math.floor(now().getTime() / 1000).toString(36)}-${randomBytes(3).toString('hex')}`;
    return whileUnderWay(dataDir, id, async () => {
      let receipt: Receipt | undefined;
      try {
        receipt = await this.#prepare(id);
        return await applyReceipt(dataDir, receipt, 'forward');
      } catch (error) {
        // What failed is told, not what fails again while it is cleared away.
        if (!receipt) await removeReceipt(dataDir, id).catch(() => undefined);
        // A disk that is full or closed to us in the middle: back to where it began.
        else if (receipt.backup) await applyReceipt(dataDir, receipt, 'back').catch(() => undefined);
        throw error;
      }
    });
  }

  async #prepare(id: string): Promise<Receipt> {
    const { dataDir, action, sessionIds, now, backup = true, compressed = false } = this.#options;
    const staging = join(receiptFolder(dataDir, id), 'new');
    await makeFolder(staging);
    const steps: Step[] = [];
    for (const [n, planned] of this.#planned.entries())
      steps.push(await this.#stage(planned, join(staging, `${n}`)));
    refuseTwoInOnePlace(steps);
    const receipt: Receipt = {
      version: 1,
      id,
      action,
      sessionIds,
      created: now().toISOString(),
      pid: process.pid,
      state: 'applying',
      backup: backup !== false,
      keptIn: typeof backup === 'string' ? join(backup, id) : undefined,
      compressed,
      steps,
      removedFolders: await knownFolders(this.#folders),
      madeFolders: await missingFolders(steps),
    };
    await writeReceipt(dataDir, receipt);
    return receipt;
  }

  async #stage(planned: Planned, staged: string): Promise<Step> {
    const { change, file, chunks, edits, main = false, optional = false } = planned;
    if (change === 'edit-lines') return { kind: 'lines', file, edits: edits ?? [] };
    const before = await stateOf(file);
    if (change === 'create' && before) {
      throw new Refusal(
        'file-exists',
        `${quoteName(file)} exists already and is not overwritten.`,
        'Remove it first (`clew rm`), or look whether it is the same session.',
      );
    }
    if (change !== 'create' && !before)
      throw new Refusal('file-missing', `${quoteName(file)} is gone.`, 'Nothing was changed; try again.');
    let after: FileStep['after'];
    if (chunks) {
      const like = before ? file : planned.like;
      const model = like === undefined ? undefined : await stat(like);
      await writeFileAtomically(staged, chunks(), { mode: model ? model.mode & 0o7777 : 0o600 });
      if (model) await utimes(staged, model.atime, model.mtime);
      after = await hashChunks(openByteSource(staged));
    }
    return { kind: 'file', file, before, after, main, optional };
  }
}

// Sessions of one id in two projects: of two files for one place only one would be there in the end.
function refuseTwoInOnePlace(steps: readonly Step[]): void {
  const made = new Map<string, string>();
  for (const step of steps) {
    if (step.kind !== 'file' || step.before !== undefined || step.after === undefined) continue;
    const { file, after } = step;
    if ((made.get(file) ?? after.sha256) !== after.sha256)
      throw new Refusal(
        'file-exists',
        `Two of these sessions would be ${quoteName(file)}, and they are not the same.`,
        'Nothing was changed. Take one of them, or make a clone of the other first: clew clone PATH.',
      );
    made.set(file, after.sha256);
  }
}

async function knownFolders(folders: readonly string[]): Promise<KnownFolder[]> {
  const known: KnownFolder[] = [];
  for (const folder of [...new Set(folders)].sort((a, b) => a.length - b.length)) {
    const found = await stat(folder).catch(() => undefined);
    if (found?.isDirectory()) known.push({ folder, mode: found.mode & 0o7777 });
  }
  return known;
}

async function missingFolders(steps: readonly Step[]): Promise<string[]> {
  const missing = new Set<string>();
  for (const step of steps) {
    if (step.kind !== 'file' || step.after === undefined || step.before !== undefined) continue;
    for (let at = dirname(step.file); !missing.has(at); at = dirname(at)) {
      if (await stat(at).catch(() => undefined)) break;
      missing.add(at);
    }
  }
  return [...missing];
}
