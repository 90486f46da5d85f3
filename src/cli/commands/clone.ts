// `clew clone`: a resumable copy of a session, cut to size.
import { randomUUID } from 'node:crypto';
import type { JsonObject } from '../../base/json.ts';
import { dataDir } from '../../disk/data-dir.ts';
import { findHomes } from '../../disk/find-homes.ts';
import { readLogFile } from '../../disk/read-file.ts';
import { type Selection, selectSession } from '../../disk/select-session.ts';
import { adviseCut, type CutAdvice, MOST_ADVISED_BYTES } from '../../load/advise-cut.ts';
import { type CloneCost, CostTally } from '../../load/clone-cost.ts';
import { type CloneReport, cloneFile } from '../../load/clone-session.ts';
import { openThread } from '../../load/open-session.ts';
import { readBranches } from '../../load/read-branches.ts';
import { makeScaledImages } from '../../load/scale-images.ts';
import { sweepLeftovers } from '../../load/sweep-leftovers.ts';
import { pickBranch } from '../../render/pick-branch.ts';
import type { Thread } from '../../session/session.ts';
import type { CutOptions } from '../../transform/cut.ts';
import type { EncodedImage } from '../../transform/map-images.ts';
import { type ImageLimit, LargeImages, listLargeImages } from '../../transform/scale-images.ts';
import { type CommandInput, type CommandSpec, textFlag } from '../command.ts';
import type { CliContext } from '../context.ts';
import { jsonText } from '../json-text.ts';
import { machineOf } from '../machine-of.ts';
import { readTitle } from '../read-flags.ts';
import { readPrices } from '../read-prices.ts';
import {
  COPY_FLAGS,
  CUT_FLAGS,
  readCuts,
  readImageLimit,
  readTokens,
  readUncompact,
} from './clone-options.ts';
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
    ...COPY_FLAGS,
    { flags: '--dry-run', text: 'only say what would be cut and saved, in tokens and money' },
    { flags: '-y, --yes', text: 'never ask; without a cut, copy the conversation whole' },
  ],
  examples: [
    ['clew clone', 'the newest session; asks what to cut'],
    ['clew clone a1b2c3 --dry-run', 'what each preset would leave, and which is enough'],
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

interface MadeClone {
  readonly report: CloneReport;
  /** Of a plan only. */
  readonly cost: CloneCost | undefined;
  /** Of a plan without a cut only. */
  readonly advice?: CutAdvice;
}

async function runClone(context: CliContext, typed: CommandInput): Promise<number> {
  const { uncompact, input } = readUncompact(typed);
  const asked = readAsked(input);
  const branch = textFlag(input, 'branch');
  const machine = machineOf(context);
  const homes = await findHomes(machine, input.homes);
  const selection = await selectSession(input.args[0] ?? 'latest', { homes, machine });
  const { file } = selection;
  const title = readTitle(input);
  const leaf = branch === undefined ? undefined : await leafOf(selection, branch);
  const isPlan = input.flags.dryRun === true;
  const keyboard = asksWhat(input) ? context.keyboard : undefined;
  // Money is told of plans alone.
  const prices = isPlan || keyboard ? await readPrices(context, input) : undefined;
  const make = async (cuts: AskedCuts, dryRun: boolean): Promise<MadeClone> => {
    const tally = new CostTally();
    const report = await cloneFile(selection, {
      cuts: await prepareFile(file, cuts),
      ...(cuts.fit === undefined ? {} : { fit: cuts.fit }),
      ...(uncompact === undefined ? {} : { uncompact }),
      ...(leaf === undefined ? {} : { leaf }),
      ...(title === undefined ? {} : { title }),
      dryRun,
      asked: { ...(input.flags as JsonObject), ...(cuts as unknown as JsonObject) },
      ...(dryRun ? { see: (entries) => tally.add(entries) } : {}),
      dataDir: dataDir(machine),
      now: context.now,
      newUuid: randomUUID,
    });
    return { report, cost: dryRun ? tally.price(report.tokens, report.turns.before, prices) : undefined };
  };
  const textOf = ({ report, cost, advice }: MadeClone) => cloneText(report, context.cwd, cost, advice);
  let chosen = asked;
  if (keyboard) {
    const { chooseCuts } = await import('./clone-choose.ts');
    const { thread } = await openThread(selection);
    const answer = await chooseCuts(keyboard, thread, async (cuts) => textOf(await make(cuts, true)));
    if (!answer) return 2;
    chosen = answer;
  }
  if (!isPlan) await sweepLeftovers(file, dataDir(machine), context.now());
  const made = await make(chosen, isPlan);
  const advice =
    isPlan && !cutsAnything(asked) ? await advise(selection, made, { leaf, uncompact }) : undefined;
  await context.print(input.json ? jsonText(toJson({ ...made, ...advice })) : textOf({ ...made, ...advice }));
  return 0;
}

function cutsAnything({ cuts, fit, images }: AskedCuts): boolean {
  return cuts.length > 0 || fit !== undefined || images !== undefined;
}

/** Whoever asks what a copy would be without naming a cut may want to know which. */
async function advise(
  selection: Selection,
  { report }: MadeClone,
  { leaf, uncompact }: { readonly leaf: string | undefined; readonly uncompact: number | undefined },
): Promise<Pick<MadeClone, 'advice'>> {
  if (report.bytes.before > MOST_ADVISED_BYTES) return {};
  const { thread } = await openThread(selection);
  const of = { ...(leaf === undefined ? {} : { leaf }), ...(uncompact === undefined ? {} : { uncompact }) };
  return { advice: adviseCut(thread, of) };
}

async function leafOf(selection: Selection, branch: string): Promise<string> {
  return pickBranch(await readBranches(selection), branch).leaf.uuid;
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

/** The cuts with the images scaled that they ask for: that takes a decoder and time, and the cut itself is pure. */
export async function prepareCuts(thread: Thread, asked: AskedCuts): Promise<readonly CutOptions[]> {
  const { cuts, images: limit } = asked;
  if (!limit) return cuts;
  const values = thread.entries.map(({ value }) => value);
  return addScaled(cuts, limit, listLargeImages(values, limit));
}

async function prepareFile(file: string, { cuts, images: limit }: AskedCuts): Promise<readonly CutOptions[]> {
  if (!limit) return cuts;
  const large = new LargeImages(limit);
  for await (const line of readLogFile(file)) if (line.kind === 'entry') large.add(line.value);
  return addScaled(cuts, limit, large.list);
}

async function addScaled(
  cuts: readonly CutOptions[],
  limit: ImageLimit,
  large: readonly EncodedImage[],
): Promise<readonly CutOptions[]> {
  const images = await makeScaledImages(large, limit);
  return [...cuts, { scaleImages: { reach: { kind: 'all' }, limit, images } }];
}

function toJson({ report, cost, advice }: MadeClone): object {
  return {
    ...report,
    ...(cost ? { cost: { model: cost.model, unpriced: !cost.usd, ...cost.usd } } : {}),
    ...(advice ? { window: advice.window, presets: advice.presets, advice: advice.advice } : {}),
  };
}
