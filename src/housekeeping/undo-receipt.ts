// Undoes a housekeeping command by its receipt: every file back to what it was, byte for byte.
import { Refusal } from '../base/refusal.ts';
import { quoteName } from '../disk/quote-name.ts';
import { type Applied, applyReceipt } from './apply-receipt.ts';
import { sameState, stateOf } from './file-state.ts';
import { type Receipt, readReceipts, writeReceipt } from './receipt.ts';
import { recoverReceipts } from './recover-receipts.ts';
import { whileUnderWay } from './under-way.ts';

/** What undoing needs to know. */
export interface UndoReceiptOptions {
  readonly dataDir: string;
  /** Also where files were changed since: those are left as they are. */
  readonly force?: boolean;
}

/** The newest receipt not undone yet that an id, its beginning, or a session's id names; undefined where there is none. */
export async function findReceipt(id: string, dataDir: string): Promise<Receipt | undefined> {
  const wanted = id.trim().toLowerCase();
  if (wanted === '') return undefined;
  const done = (await readReceipts(dataDir)).filter(({ state }) => state !== 'undone').toReversed();
  return (
    done.find((one) => one.id.toLowerCase().startsWith(wanted)) ??
    (wanted.length < 4
      ? undefined
      : done.find((one) => one.sessionIds.some((session) => session.toLowerCase().startsWith(wanted))))
  );
}

/** Puts every file back as it was before the change. */
export async function undoReceipt(receipt: Receipt, options: UndoReceiptOptions): Promise<Applied> {
  const { dataDir } = options;
  await recoverReceipts(dataDir);
  if (!receipt.backup) {
    throw new Refusal(
      'no-backup',
      `What ${receipt.id} changed was not kept, as you asked: it cannot be undone.`,
      'Name a place with --backup the next time.',
    );
  }
  if (!options.force) await refuseChanged(receipt);
  const undoing: Receipt = { ...receipt, state: 'undoing', pid: process.pid };
  return whileUnderWay(dataDir, receipt.id, async () => {
    await writeReceipt(dataDir, undoing);
    return applyReceipt(dataDir, undoing, 'back');
  });
}

async function refuseChanged(receipt: Receipt): Promise<void> {
  for (const step of receipt.steps) {
    if (step.kind !== 'file' || step.optional) continue;
    const now = await stateOf(step.file);
    if (sameState(now, step.after) || sameState(now, step.before)) continue;
    throw new Refusal(
      'changed-since',
      `${quoteName(step.file)} was changed since: undoing ${receipt.id} would lose that.`,
      'To undo the rest and leave that file as it is: --force.',
    );
  }
}
