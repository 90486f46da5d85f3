// Reads the flags of `clew clone` into cuts.
import { Refusal } from '../../base/refusal.ts';
import { MAX_IMAGE_BYTES, MAX_SIDE } from '../../check/rules/image-rules.ts';
import { SIDE_SEEN } from '../../load/scale-images.ts';
import { type Reach, readShare } from '../../transform/choose-turns.ts';
import type { CutOptions } from '../../transform/cut.ts';
import { DROPPABLE, type Droppable } from '../../transform/drop-entries.ts';
import { PRESETS } from '../../transform/presets.ts';
import type { ImageLimit } from '../../transform/scale-images.ts';
import { type CommandInput, type FlagSpec, textFlag } from '../command.ts';
import { readCount, splitWords } from '../read-flags.ts';

/** What a shortened result keeps where no number was given. */
export const DEFAULT_MOST = 2000;

export const CUT_FLAGS: readonly FlagSpec[] = [
  { flags: '--tools <what>', text: 'what to do with tool calls', choices: ['remove', 'truncate', 'keep'] },
  { flags: '--oldest <share>', text: 'only the oldest share of the turns, such as 75%' },
  { flags: '--keep-turns <n>', text: 'all but the newest n turns' },
  { flags: '--tool <names>', text: 'only calls of these tools, with commas: Bash,Read' },
  { flags: '--min-size <n>', text: 'only calls with at least n characters of input and result' },
  { flags: '--truncate-results <n>', text: 'shorten results to n characters' },
  { flags: '--truncate-inputs', text: 'shorten the inputs of calls as well' },
  { flags: '--thinking <what>', text: 'what to do with thinking', choices: ['remove', 'keep'] },
  { flags: '--drop <kinds>', text: `leave out, with commas: ${[...DROPPABLE, 'images'].join(', ')}` },
  {
    flags: '--images <what>',
    text: 'make large images smaller, or leave images out',
    choices: ['downscale', 'remove', 'keep'],
  },
  {
    flags: '--image-side <n>',
    text: `the longest side of a downscaled image, in pixels (default ${SIDE_SEEN})`,
  },
  { flags: '--from-turn <n>', text: 'begin at this turn' },
  { flags: '--to-turn <n>', text: 'end with this turn (a rewind)' },
  { flags: '--markers', text: 'leave a line of text where a call was removed' },
  {
    flags: '--preset <name>',
    text: `a set of cuts: ${PRESETS.map(({ name }) => name).join(', ')}`,
    choices: PRESETS.map(({ name }) => name),
  },
];

/** Which end of the conversation, and what the copy is called. */
export const COPY_FLAGS: readonly FlagSpec[] = [
  { flags: '--branch <leaf>', text: 'another branch, by number or leaf (see clew show --branch list)' },
  { flags: '--uncompact [n]', text: 'the state before the last compaction, or the last n' },
  { flags: '--title <title>', text: 'what the copy is called' },
];

/** The cuts in the order they are applied: a preset's first, then what was asked for by flags. */
export function readCuts(input: CommandInput): CutOptions[] {
  const preset = PRESETS.find(({ name }) => name === textFlag(input, 'preset'));
  const own = readFlags(input);
  if (preset) refuseKept(input, preset);
  return [...(preset ? [preset.cut] : []), ...(Object.keys(own).length > 0 ? [own] : [])];
}

// What a preset cuts, nothing beside it can keep.
function refuseKept(input: CommandInput, { name, cut }: (typeof PRESETS)[number]): void {
  const cuts = {
    tools: cut.removeCalls ?? cut.truncate,
    thinking: cut.removeThinking,
    images: cut.removeImages,
  };
  for (const [flag, cutAway] of Object.entries(cuts)) {
    if (cutAway === undefined || textFlag(input, flag) !== 'keep') continue;
    throw new Refusal(
      'two-wishes',
      `--preset ${name} cuts what --${flag} keep asks for.`,
      'Give one of them.',
    );
  }
}

function readFlags(input: CommandInput): CutOptions {
  const tools = textFlag(input, 'tools');
  const reach = readReach(input);
  const choice = { ...readChoice(input), reach: reach ?? ALL };
  const most = readCount(input, 'truncateResults');
  const inputs = input.flags.truncateInputs === true;
  const shortens = tools === 'truncate' || most !== undefined || inputs;
  const cutsCalls = tools === 'remove' || shortens;
  const thinking = textFlag(input, 'thinking') === 'remove';
  refuseIdleChoice(input, cutsCalls, thinking);
  if (tools !== 'remove' && input.flags.markers !== undefined)
    throw new Refusal(
      'nothing-to-mark',
      '--markers stand where calls were removed, and none are.',
      'Add --tools remove, or leave --markers out.',
    );
  const drop = readDrop(input);
  const turns = {
    ...optional('from', readCount(input, 'fromTurn')),
    ...optional('to', readCount(input, 'toTurn')),
  };
  const fate = textFlag(input, 'images');
  if (drop.includes('images') && fate !== undefined && fate !== 'remove')
    throw new Refusal(
      'two-wishes',
      `--drop images leaves nothing for --images ${fate}.`,
      'Give one of them.',
    );
  const images = drop.includes('images') || fate === 'remove';
  const entries = drop.filter((kind): kind is Droppable => kind !== 'images');
  // Beside `--tools remove` the choice is of what goes; what stays is then shortened wherever it is.
  const truncated = { ...(tools === 'remove' ? { reach: ALL } : choice), most: most ?? DEFAULT_MOST, inputs };
  return {
    ...(Object.keys(turns).length > 0 ? { turns } : {}),
    ...(tools === 'remove' ? { removeCalls: { ...choice, markers: input.flags.markers === true } } : {}),
    ...(shortens ? { truncate: [truncated] } : {}),
    ...(thinking ? { removeThinking: cutsCalls ? ALL : (reach ?? ALL) } : {}),
    ...(images ? { removeImages: ALL } : {}),
    ...(entries.length > 0 ? { drop: entries } : {}),
  };
}

const ALL: Reach = { kind: 'all' };

/** The API refuses anything larger; anything smaller shows nothing. */
const LEAST_SIDE = 16;

/** What `--images downscale` makes images fit; undefined where it was not given. */
export function readImageLimit(input: CommandInput): ImageLimit | undefined {
  const side = readCount(input, 'imageSide');
  if (textFlag(input, 'images') !== 'downscale') {
    if (side === undefined) return undefined;
    throw new Refusal(
      'nothing-to-do',
      '--image-side says how large, but not what to do with images.',
      'Add --images downscale.',
    );
  }
  if (side !== undefined && (side < LEAST_SIDE || side > MAX_SIDE)) {
    throw new Refusal(
      'bad-number',
      `Images cannot be scaled to ${side} pixels a side.`,
      `Give a number from ${LEAST_SIDE} to ${MAX_SIDE}.`,
    );
  }
  return { side: side ?? SIDE_SEEN, characters: MAX_IMAGE_BYTES };
}

function readReach(input: CommandInput): Reach | undefined {
  const oldest = textFlag(input, 'oldest');
  const turns = readCount(input, 'keepTurns');
  if (oldest !== undefined && turns !== undefined) {
    throw new Refusal(
      'two-reaches',
      '--oldest and --keep-turns say the same in two ways.',
      'Give one of them.',
    );
  }
  if (oldest !== undefined) return { kind: 'oldest', share: readShare(oldest) };
  return turns === undefined ? undefined : { kind: 'keep', turns };
}

function readChoice(input: CommandInput): { readonly tools?: readonly string[]; readonly minSize?: number } {
  const typed = textFlag(input, 'tool');
  const names = typed === undefined ? undefined : splitWords(typed);
  if (names?.length === 0)
    throw new Refusal('no-tool', '--tool names no tool.', 'Name some, with commas: Bash,Read.');
  return { ...optional('tools', names), ...optional('minSize', readCount(input, 'minSize')) };
}

function refuseIdleChoice(input: CommandInput, cutsCalls: boolean, thinking: boolean): void {
  const ofCalls = ['tool', 'minSize', 'markers'].some((name) => input.flags[name] !== undefined);
  const ofTurns = ['oldest', 'keepTurns'].some((name) => input.flags[name] !== undefined);
  if (cutsCalls || (!ofCalls && (!ofTurns || thinking))) return;
  throw new Refusal(
    'nothing-to-do',
    'The flags say which tool calls, but not what to do with them.',
    'Add --tools remove or --tools truncate.',
  );
}

function readDrop(input: CommandInput): (Droppable | 'images')[] {
  const known: readonly (Droppable | 'images')[] = [...DROPPABLE, 'images'];
  const typed = textFlag(input, 'drop');
  const words = splitWords(typed ?? '');
  const hint = `What can: ${known.join(', ')}.`;
  if (typed !== undefined && words.length === 0)
    throw new Refusal('unknown-kind', '--drop names nothing to leave out.', hint);
  return words.map((word) => {
    const kind = known.find((one) => one === word);
    if (kind) return kind;
    throw new Refusal('unknown-kind', `“${word}” cannot be dropped.`, hint);
  });
}

/** No session was ever compacted so often; anything longer is the beginning of an id. */
const COMPACTIONS = /^\d{1,3}$/;

/**
 * Whether and how far to go back before compactions. In `clew clone --uncompact a1b2c3` the word behind the flag is the
 * session: the number may be left out, and then the selector must not be taken for it.
 */
export function readUncompact(input: CommandInput): {
  readonly uncompact: number | undefined;
  readonly input: CommandInput;
} {
  const value = input.flags.uncompact;
  if (value !== undefined && textFlag(input, 'branch') !== undefined)
    throw new Refusal('two-ends', '--branch and --uncompact name two different ends.', 'Give one of them.');
  if (value === true) return { uncompact: 1, input };
  if (typeof value === 'string' && !COMPACTIONS.test(value.trim()) && input.args.length === 0)
    return {
      uncompact: 1,
      input: { ...input, args: [value], flags: { ...input.flags, uncompact: true } },
    };
  const count = readCount(input, 'uncompact');
  if (count === 0) throw new Refusal('bad-number', 'There is no compaction number 0.', 'The last one is 1.');
  return { uncompact: count, input };
}

/** Reads `120k`, `1m` or `120000`. */
export function readTokens(text: string): number {
  const match = /^(\d+(?:\.\d+)?)\s*([km])?$/i.exec(text.trim());
  const unit = match?.[2]?.toLowerCase();
  const tokens = match ? Number(match[1]) * (unit === 'k' ? 1000 : unit === 'm' ? 1_000_000 : 1) : 0;
  if (tokens >= 1) return Math.round(tokens);
  throw new Refusal('bad-size', `“${text}” is not a number of tokens.`, 'Write it as 120k or 120000.');
}

function optional<K extends string, V>(key: K, value: V | undefined): { [key in K]?: V } {
  return (value === undefined ? {} : { [key]: value }) as { [key in K]?: V };
}
