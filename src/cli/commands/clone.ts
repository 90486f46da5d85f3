// `clew clone`: a resumable copy of a session, cut to size.
import { randomUUID } from 'node:crypto';
import { escapeControls } from '../../base/escape-controls.ts';
import type { JsonObject } from '../../base/json.ts';
import { Refusal } from '../../base/refusal.ts';
import { dataDir } from '../../disk/data-dir.ts';
import { cloneSession } from '../../load/clone-session.ts';
import { pickBranch } from '../../render/pick-branch.ts';
import { type CommandInput, type CommandSpec, textFlag } from '../command.ts';
import type { CliContext } from '../context.ts';
import { openSelected } from '../open-selected.ts';
import { CUT_FLAGS, readCount, readCuts, readTokens } from './clone-options.ts';
import { cloneText } from './clone-text.ts';

export const cloneCommand: CommandSpec = {
  name: 'clone',
  args: '[selector]',
  summary: 'make a resumable copy with cuts: tool calls, results, thinking, turns, branches',
  description:
    'Makes a copy of a session under a new id, with all that belongs to it, and cuts what you name. The copy lies where ' +
    'the client finds it and is one straight conversation that every client reads whole; the source is never written. ' +
    'Without a selector: the newest session. Without a cut: the conversation as it would be resumed.',
  flags: [
    ...CUT_FLAGS,
    { flags: '--fit <tokens>', text: 'cut until a resume loads no more than this: 120k' },
    { flags: '--branch <leaf>', text: 'another branch, by number or leaf (see clew show --branch list)' },
    { flags: '--uncompact [n]', text: 'the state before the last compaction, or the last n' },
    { flags: '--title <title>', text: 'what the copy is called' },
    { flags: '--dry-run', text: 'only say what would be cut and saved' },
  ],
  examples: [
    ['clew clone', 'the newest session, whole'],
    ['clew clone a1b2c3 --tools remove --oldest 75%', 'without the tool calls of the oldest three quarters'],
    ['clew clone a1b2c3 --fit 120k --dry-run', 'what it takes to get below 120,000 tokens'],
    ['clew clone a1b2c3 --truncate-results 2000 --thinking remove', 'shorter results, no thinking'],
    ['clew clone a1b2c3 --to-turn 12', 'the conversation as it was after turn 12'],
    ['clew clone a1b2c3 --uncompact', 'what was there before it was compacted'],
    ['clew clone a1b2c3 --preset emergency', 'the talk and little else'],
  ],
  run: runClone,
};

async function runClone(context: CliContext, input: CommandInput): Promise<number> {
  const cuts = readCuts(input);
  const fit = textFlag(input, 'fit');
  const tokens = fit === undefined ? undefined : readTokens(fit);
  const uncompact = readUncompact(input);
  const branch = textFlag(input, 'branch');
  if (branch !== undefined && uncompact !== undefined) {
    throw new Refusal('two-ends', '--branch and --uncompact name two different ends.', 'Give one of them.');
  }
  const { machine, selection, session: open } = await openSelected(context, input, 'latest');
  const title = textFlag(input, 'title');
  const report = await cloneSession(open, selection, {
    cuts,
    ...(tokens === undefined ? {} : { fit: tokens }),
    ...(uncompact === undefined ? {} : { uncompact }),
    ...(branch === undefined ? {} : { leaf: pickBranch(open.thread.branches, branch).leaf.uuid }),
    ...(title === undefined ? {} : { title }),
    dryRun: input.flags.dryRun === true,
    asked: { ...(input.flags as JsonObject), cuts: cuts as unknown as JsonObject[] },
    dataDir: dataDir(machine),
    now: context.now,
    newUuid: randomUUID,
  });
  await context.print(
    input.json ? `${escapeControls(JSON.stringify(report))}\n` : cloneText(report, context.cwd),
  );
  return 0;
}

function readUncompact(input: CommandInput): number | undefined {
  if (input.flags.uncompact === true) return 1;
  const count = readCount(input, 'uncompact');
  if (count === 0) throw new Refusal('bad-number', 'There is no compaction number 0.', 'The last one is 1.');
  return count;
}
