// `clew clone`: a resumable copy of a session, cut to size.
import { randomUUID } from 'node:crypto';
import { escapeControls } from '../../base/escape-controls.ts';
import type { JsonObject } from '../../base/json.ts';
import { Refusal } from '../../base/refusal.ts';
import { dataDir } from '../../disk/data-dir.ts';
import { priceClone } from '../../load/clone-cost.ts';
import { type CloneOptions, type CloneReport, cloneSession } from '../../load/clone-session.ts';
import { makeScaledImages } from '../../load/scale-images.ts';
import { sweepLeftovers } from '../../load/sweep-leftovers.ts';
import { pickBranch } from '../../render/pick-branch.ts';
import type { Thread } from '../../session/session.ts';
import type { CutOptions } from '../../transform/cut.ts';
import { type ImageLimit, listLargeImages } from '../../transform/scale-images.ts';
import { type CommandInput, type CommandSpec, textFlag } from '../command.ts';
import type { CliContext } from '../context.ts';
import { openSelected } from '../open-selected.ts';
import { CUT_FLAGS, readCuts, readImageLimit, readTokens, readUncompact } from './clone-options.ts';
import { cloneText } from './clone-text.ts';

export const cloneCommand: CommandSpec = {
  name: 'clone',
  args: '[selector]',
  summary: 'make a resumable copy with cuts: tool calls, results, thinking, turns, branches',
  description:
    'Makes a copy of a session under a new id, with all that belongs to it, and cuts what you name. The copy lies where ' +
    'the client finds it and is one straight conversation that every client reads whole; the source is never written. ' +
    'Without a selector: the newest session. Without a cut: on a terminal you are asked what to cut, else the copy is ' +
    'the conversation as it would be resumed. Shares (--oldest) are of the turns that a resume loads: what stands ' +
    'before the last compaction counts as old and goes along.',
  flags: [
    ...CUT_FLAGS,
    { flags: '--fit <tokens>', text: 'cut until a resume loads no more than this: 120k' },
    { flags: '--branch <leaf>', text: 'another branch, by number or leaf (see clew show --branch list)' },
    { flags: '--uncompact [n]', text: 'the state before the last compaction, or the last n' },
    { flags: '--title <title>', text: 'what the copy is called' },
    { flags: '--dry-run', text: 'only say what would be cut and saved, in tokens and money' },
    { flags: '-y, --yes', text: 'never ask; without a cut, copy the conversation whole' },
  ],
  examples: [
    ['clew clone', 'the newest session; asks what to cut'],
    ['clew clone a1b2c3 --yes', 'a whole copy, without being asked'],
    ['clew clone a1b2c3 --tools remove --oldest 75%', 'without the tool calls of the oldest three quarters'],
    [
      'clew clone a1b2c3 --fit 120k --dry-run',
      'what it takes to get below 120,000 tokens, and what it costs',
    ],
    ['clew clone a1b2c3 --truncate-results 2000 --thinking remove', 'shorter results, no thinking'],
    ['clew clone a1b2c3 --images downscale', 'large images made smaller'],
    ['clew clone a1b2c3 --to-turn 12', 'the conversation as it was after turn 12'],
    ['clew clone a1b2c3 --uncompact', 'what was there before it was compacted'],
    ['clew clone a1b2c3 --preset emergency', 'the talk and little else'],
  ],
  run: runClone,
};

/** The cuts of a clone, as they were asked for. */
export interface AskedCuts {
  readonly cuts: readonly CutOptions[];
  readonly fit?: number;
  readonly images?: ImageLimit;
}

async function runClone(context: CliContext, typed: CommandInput): Promise<number> {
  const { uncompact, input } = readUncompact(typed);
  const asked = readAsked(input);
  const branch = textFlag(input, 'branch');
  if (branch !== undefined && uncompact !== undefined) {
    throw new Refusal('two-ends', '--branch and --uncompact name two different ends.', 'Give one of them.');
  }
  const { machine, selection, session: open } = await openSelected(context, input, 'latest');
  const title = textFlag(input, 'title');
  const data = dataDir(machine);
  const make = async (cuts: AskedCuts, dryRun: boolean): Promise<CloneReport> => {
    const options: CloneOptions = {
      cuts: await prepareCuts(open.thread, cuts),
      ...(cuts.fit === undefined ? {} : { fit: cuts.fit }),
      ...(uncompact === undefined ? {} : { uncompact }),
      ...(branch === undefined ? {} : { leaf: pickBranch(open.thread.branches, branch).leaf.uuid }),
      ...(title === undefined ? {} : { title }),
      dryRun,
      asked: { ...(input.flags as JsonObject), ...(cuts as unknown as JsonObject) },
      dataDir: data,
      now: context.now,
      newUuid: randomUUID,
    };
    return cloneSession(open, selection, options);
  };
  const textOf = (report: CloneReport) =>
    cloneText(report, context.cwd, report.dryRun ? priceClone(open.thread, report.tokens) : undefined);
  let chosen = asked;
  if (context.keyboard && asksWhat(input)) {
    const { chooseCuts } = await import('./clone-choose.ts');
    const answer = await chooseCuts(context.keyboard, open.thread, async (cuts) =>
      textOf(await make(cuts, true)),
    );
    if (!answer) return 2;
    chosen = answer;
  }
  const dryRun = input.flags.dryRun === true;
  if (!dryRun) await sweepLeftovers(open.file, data, context.now());
  const report = await make(chosen, dryRun);
  await context.print(
    input.json ? `${escapeControls(JSON.stringify(toJson(report, open.thread)))}\n` : textOf(report),
  );
  return 0;
}

export function readAsked(input: CommandInput): AskedCuts {
  const fit = textFlag(input, 'fit');
  const images = readImageLimit(input);
  return {
    cuts: readCuts(input),
    ...(fit === undefined ? {} : { fit: readTokens(fit) }),
    ...(images === undefined ? {} : { images }),
  };
}

/** Flags that say nothing of what to cut. */
const OTHER_FLAGS: ReadonlySet<string> = new Set(['title']);

function asksWhat({ flags, json, quiet }: CommandInput): boolean {
  const given = Object.keys(flags).filter((name) => flags[name] !== undefined && flags[name] !== false);
  return !json && !quiet && given.every((name) => OTHER_FLAGS.has(name));
}

// Decoding images takes a decoder and time: it is done before the cut, which is pure.
export async function prepareCuts(
  thread: Thread,
  { cuts, images: limit }: AskedCuts,
): Promise<readonly CutOptions[]> {
  if (!limit) return cuts;
  const values = thread.entries.map(({ value }) => value);
  const images = await makeScaledImages(listLargeImages(values, limit), limit);
  return [...cuts, { scaleImages: { reach: { kind: 'all' }, limit, images } }];
}

function toJson(report: CloneReport, thread: Thread): object {
  const cost = report.dryRun ? priceClone(thread, report.tokens) : undefined;
  return cost ? { ...report, cost: { model: cost.model, unpriced: !cost.usd, ...cost.usd } } : report;
}
