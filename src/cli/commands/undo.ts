// `clew undo`: takes a clone away, to a trash that gives it back, and undoes housekeeping by its receipts.
import { Refusal } from '../../base/refusal.ts';
import { dataDir } from '../../disk/data-dir.ts';
import { restoreClone, undoClone } from '../../load/undo-clone.ts';
import { resumeCommand } from '../../session/resume-command.ts';
import type { CommandInput, CommandSpec } from '../command.ts';
import type { CliContext } from '../context.ts';
import { jsonText } from '../json-text.ts';
import { machineOf } from '../machine-of.ts';
import { undoHousekeeping } from './undo-housekeeping.ts';

export const undoCommand: CommandSpec = {
  name: 'undo',
  args: '<id>',
  summary: 'take back what clew did: a clone, or a removal, move, scrub, restore, unpacking',
  description:
    'Moves a clone that clew made, with its agents and other files, to a trash in clew’s own folder; or undoes rm, mv, ' +
    'secrets --scrub, du --slim, archive, restore and unpack by their receipts, byte for byte. ' +
    'What clew did not do is never touched.',
  flags: [
    { flags: '--restore', text: 'bring it back, byte for byte', against: ['--force'] },
    { flags: '--force', text: 'also if it was worked on since it was made' },
  ],
  examples: [
    ['clew undo 5e6f7a8b', 'move the clone to the trash'],
    ['clew undo --restore 5e6f7a8b', 'bring it back'],
    ['clew undo rm-t2c6k0-9f3c07', 'bring back what was removed'],
  ],
  run: runUndo,
};

async function runUndo(context: CliContext, input: CommandInput): Promise<number> {
  const [id] = input.args;
  if (id === undefined)
    throw new Refusal(
      'empty-selector',
      'Nothing was named.',
      'Give the id of a clone, a session or a receipt.',
    );
  const restore = input.flags.restore === true;
  const options = {
    dataDir: dataDir(machineOf(context)),
    now: context.now,
    force: input.flags.force === true,
  };
  // The newest work on a session comes first: what was moved or removed before what was made.
  const undone = restore ? undefined : await undoHousekeeping(id, options.dataDir, context, input);
  if (undone !== undefined) return undone;
  const done = restore ? await restoreClone(id, options) : await undoClone(id, options);
  if (input.json) {
    await context.print(jsonText({ ...done, restored: restore }));
    return 0;
  }
  const files = done.files.length === 1 ? 'one file' : `${done.files.length} files`;
  await context.print(
    restore
      ? `Brought back ${done.sessionId}: ${files}.\n\n${resumeCommand(done.sessionId)}\n`
      : `Moved ${done.sessionId} to the trash: ${files}.\nTo bring it back: clew undo --restore ${done.sessionId}\n`,
  );
  return 0;
}
