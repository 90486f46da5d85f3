// Maps a pasted error of the API to the entries it is about, through the request that a resume would send.
import { countOf } from '../base/format-number.ts';
import { describeImage, readImageInfo } from '../base/image-info.ts';
import { asWords, type JsonObject } from '../base/json.ts';
import { isImage, isText, isThinking } from '../log/block.ts';
import { uuidOf } from '../log/fields.ts';
import type { Entry } from '../log/line.ts';
import type { CheckedSession } from './checked-session.ts';
import { type ApiError, type ApiErrorKind, type ErrorPath, parseApiError } from './parse-api-error.ts';
import { isUnsigned } from './rules/content-rules.ts';
import { listOversized } from './rules/image-rules.ts';
import type { SentBlock } from './sent-blocks.ts';
import { cloneRemedy, repairOrClone, repairRemedy, shortId } from './wording.ts';

export interface ErrorPlace {
  readonly line: number;
  readonly offset: number;
  readonly uuid: string | undefined;
  /** Indices in the predicted request; undefined where the entry is not sent. */
  readonly message: number | undefined;
  readonly block: number | undefined;
  /** What stands there. */
  readonly what: string;
  /**
   * How it was found: by the id in the error, at its very index, as the thing of that kind nearest to its index, or as
   * one of those that the error fits.
   */
  readonly basis: 'id' | 'index' | 'nearest' | 'kind';
}

/** What a pasted error of the API is about. */
export interface LocatedError {
  readonly kind: ApiErrorKind;
  /** What the error means, as a sentence. */
  readonly meaning: string;
  readonly places: readonly ErrorPlace[];
  readonly remedy: string;
}

/** Errors that are about no entry: the conversation as a whole, or the client. */
export const WITHOUT_PLACE: ReadonlySet<ApiErrorKind> = new Set(['too-long', 'cache-control', 'not-found']);

/** Finds the entries that a pasted API error is about, as `clew check --error` does. */
export function locateApiError(pasted: string, checked: CheckedSession): LocatedError {
  const error = parseApiError(pasted);
  const { meaning, remedy } = EXPLANATIONS[error.kind];
  const places = error.ids.length > 0 ? placesOfIds(error, checked) : placesOfPaths(error, checked);
  return { kind: error.kind, meaning: meaning(error), places, remedy: remedy(checked) };
}

interface Explanation {
  readonly meaning: (error: ApiError) => string;
  readonly remedy: (checked: CheckedSession) => string;
}

const EXPLANATIONS: Readonly<Record<ApiErrorKind, Explanation>> = {
  'unanswered-use': {
    meaning: ({ ids }) =>
      `${countOf(Math.max(1, ids.length), 'tool call')} without a result right behind it.`,
    remedy: repairRemedy,
  },
  'orphan-result': {
    meaning: () => 'A tool result whose call is not right before it.',
    remedy: repairRemedy,
  },
  'repeated-id': {
    meaning: () => 'A tool call or its result stands in the request twice.',
    // The newest client sends it once, so there is nothing to mend; a clone has it once for all of them.
    remedy: (checked) => (checked.kind === 'agent' ? repairRemedy(checked) : cloneRemedy(checked)),
  },
  thinking: {
    meaning: () =>
      'A thinking block is not as the model signed it: unsigned, changed, or parted from its message.',
    remedy: (checked) => repairOrClone(checked, '--thinking remove'),
  },
  'image-side': {
    meaning: () => 'An image has too many pixels a side; with more than 20 images the limit is 2000.',
    remedy: (checked) => repairOrClone(checked, '--images downscale'),
  },
  'image-bytes': {
    meaning: () => 'An image is larger than 5 MB.',
    remedy: (checked) => repairOrClone(checked, '--images downscale'),
  },
  'empty-text': { meaning: () => 'A text block or a message is empty.', remedy: repairRemedy },
  'too-long': {
    meaning: ({ tokens }) =>
      tokens
        ? `The conversation is too long by ${tokens.used - tokens.most} tokens (${tokens.used} of ${tokens.most}).`
        : 'The conversation is too long for the model.',
    remedy: (checked) => cloneRemedy(checked, '--fit 120k'),
  },
  'cache-control': {
    meaning: () =>
      'The client marked too many blocks for the cache: that is its own doing and not in the file.',
    remedy: () => 'Update the client and resume again.',
  },
  'lone-surrogate': {
    meaning: () => 'Half of a character (a lone surrogate) makes the request invalid JSON.',
    remedy: repairRemedy,
  },
  roles: {
    meaning: () => 'The messages do not take turns as the API demands.',
    remedy: repairRemedy,
  },
  'not-found': {
    meaning: () => 'The client finds no such session where it was started, or nothing in it to go on from.',
    remedy: (checked) =>
      checked.prediction.refused === undefined ? `clew locate ${checked.selector}` : repairRemedy(checked),
  },
  unknown: { meaning: () => 'Clew does not know this error.', remedy: repairRemedy },
};

function placesOfIds({ ids, kind }: ApiError, checked: CheckedSession): readonly ErrorPlace[] {
  const { sentBlocks: sent } = checked;
  const { calls, strayResults } = checked.calls;
  const wanted = new Set(ids);
  const places: ErrorPlace[] = [];
  const add = (entry: Entry, type: string, id: string, what: string): void => {
    const found = sent.find(({ block }) => block.type === type && (block.id ?? block.tool_use_id) === id);
    places.push(placeOf(entry, found, what, 'id'));
  };
  for (const call of calls.filter((one) => wanted.has(one.id))) {
    const what = `call ${shortId(call.id)} (${shortId(call.name)}), ${countOf(call.results.length, 'result')}`;
    if (kind !== 'orphan-result' || call.results.length === 0) add(call.entry, 'tool_use', call.id, what);
    if (kind === 'unanswered-use') continue;
    for (const { entry } of call.results) add(entry, 'tool_result', call.id, `result of ${what}`);
  }
  for (const { entry, block } of strayResults) {
    if (!wanted.has(block.tool_use_id)) continue;
    add(
      entry,
      'tool_result',
      block.tool_use_id,
      `result of ${shortId(block.tool_use_id)}, which no call has`,
    );
  }
  return places;
}

/** Whether a block is of the kind that the error speaks of; undefined where it may be anything. */
const FITS: Readonly<Partial<Record<ApiErrorKind, (block: JsonObject) => boolean>>> = {
  'unanswered-use': (block) => block.type === 'tool_use',
  'orphan-result': (block) => block.type === 'tool_result',
  'repeated-id': (block) => block.type === 'tool_use' || block.type === 'tool_result',
  thinking: isThinking,
  'image-side': isImage,
  'image-bytes': isImage,
  'empty-text': (block) => isText(block) && block.text.trim() === '',
};

function placesOfPaths({ kind, paths }: ApiError, checked: CheckedSession): readonly ErrorPlace[] {
  const { sentBlocks: sent } = checked;
  const fits = FITS[kind];
  const suspects = suspectsOf(kind, checked);
  if (paths.length === 0) return suspects.map((block) => describe(block, 'kind'));
  return paths.flatMap((path): ErrorPlace[] => {
    const exact = sent.find((block) => isAt(block, path));
    if (exact && (!fits || fits(exact.block))) return [describe(exact, 'index')];
    // The client puts messages and blocks of its own into a request: the indices may be off by a few.
    const near =
      nearest(suspects, path) ?? nearest(fits ? sent.filter(({ block }) => fits(block)) : [], path);
    if (near) return [describe(near, 'nearest')];
    return exact ? [describe(exact, 'index')] : [];
  });
}

/** Blocks of the request that are themselves wrong in the way the error says. */
function suspectsOf(kind: ApiErrorKind, checked: CheckedSession): readonly SentBlock[] {
  if (kind === 'image-side' || kind === 'image-bytes') return listOversized(checked).map((one) => one.sent);
  const isWrong = kind === 'thinking' ? isUnsigned : kind === 'empty-text' ? FITS[kind] : undefined;
  return isWrong ? checked.sentBlocks.filter(({ block }) => isWrong(block)) : [];
}

function isAt({ message, index, inner }: SentBlock, path: ErrorPath): boolean {
  return message === path.message && index === (path.block ?? 0) && inner === path.inner;
}

/** How far an index may be off before another place would be a mere guess. */
const REACH = 4;

function nearest(blocks: readonly SentBlock[], path: ErrorPath): SentBlock | undefined {
  const distance = (block: SentBlock): number =>
    Math.abs(block.message - path.message) * 1000 + Math.abs(block.index - (path.block ?? 0));
  let best: SentBlock | undefined;
  for (const block of blocks) if (!best || distance(block) < distance(best)) best = block;
  return best && Math.abs(best.message - path.message) <= REACH ? best : undefined;
}

function describe(sent: SentBlock, basis: ErrorPlace['basis']): ErrorPlace {
  return placeOf(sent.entry, sent, describeBlock(sent.block), basis);
}

function placeOf(
  entry: Entry | undefined,
  sent: SentBlock | undefined,
  what: string,
  basis: ErrorPlace['basis'],
): ErrorPlace {
  return {
    line: entry?.place.line ?? 0,
    offset: entry?.place.offset ?? 0,
    uuid: entry && uuidOf(entry),
    message: sent?.message,
    block: sent?.index,
    what: entry ? what : `${what}, put in by the client`,
    basis,
  };
}

function describeBlock(block: JsonObject): string {
  if (isImage(block)) return describeImage(readImageInfo(block));
  if (block.type === 'thinking')
    return isUnsigned(block) ? 'thinking without a signature' : 'signed thinking';
  if (block.type === 'tool_use')
    return `call ${shortId(asWords(block.id))} (${shortId(asWords(block.name))})`;
  if (block.type === 'tool_result') return `result of ${shortId(asWords(block.tool_use_id))}`;
  if (isText(block))
    return block.text.trim() === '' ? 'empty text' : `text of ${countOf(block.text.length, 'character')}`;
  return shortId(asWords(block.type));
}
