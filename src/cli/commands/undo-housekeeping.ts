// Undoes a housekeeping command by its receipt, for `clew undo`.
import { countOf } from '../../base/format-number.ts';
import { stripToLine } from '../../base/strip-controls.ts';
import { findReceipt, undoReceipt } from '../../housekeeping/undo-receipt.ts';
import type { CommandInput } from '../command.ts';
import type { CliContext } from '../context.ts';
import { namesOf, printJson } from './housekeeping-report.ts';

const UNDONE: Readonly<Record<string, string>> = {
  rm: 'Brought back',
  mv: 'Moved back',
  scrub: 'Put back as it was',
  slim: 'Put back as it was',
  archive: 'Took out of the archive',
  restore: 'Took away again',
  unpack: 'Took away again',
};

/** Undefined where no receipt fits: then it may be a clone. */
export async function undoHousekeeping(
  id: string,
  dataDir: string,
  context: CliContext,
  input: CommandInput,
): Promise<number | undefined> {
  const receipt = await findReceipt(id, dataDir);
  if (!receipt) return undefined;
  const { skipped } = await undoReceipt(receipt, { dataDir, force: input.flags.force === true });
  const files = receipt.steps.filter(({ kind }) => kind === 'file').length;
  if (input.json) {
    await printJson(context, {
      receipt: receipt.id,
      action: receipt.action,
      sessionIds: receipt.sessionIds,
      files,
      skipped,
    });
    return 0;
  }
  await context.print(
    `${UNDONE[receipt.action]} ${namesOf(receipt.sessionIds)}: ${countOf(files, 'file')}.\n`,
  );
  for (const file of skipped)
    await context.print(`  left as it is, for it was changed since: ${stripToLine(file)}\n`);
  return 0;
}
