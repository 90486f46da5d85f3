// Tells of a step, mostly without weighing its texts, that it takes nothing from the system prompt's share of the context.
import { arrayBlocks, isText, isToolResult } from '../../log/block.ts';
import { isCompactBoundary, messageOf } from '../../log/fields.ts';
import type { Entry } from '../../log/line.ts';
import {
  estimateText,
  MOST_AT_SEAM,
  MOST_PER_CHARACTER,
  MOST_WEIGHED,
  RESULT_OVERHEAD,
  TEXT_OVERHEAD,
  type Tokenizer,
  tokenizerOf,
} from './estimate-text.ts';
import { anchorOf, isShort, KEEPS_THINKING } from './find-loss.ts';
import { listTokenItems } from './list-token-items.ts';
import type { RequestSize } from './measure-requests.ts';
import { preservedTail } from './split-steps.ts';

export interface StepOutline {
  /** What came in since the request before, from the last boundary on; without any, but for the lines of that request's answer. */
  readonly came: readonly Entry[];
  readonly before: RequestSize;
  readonly request: RequestSize;
  /** The tokens of the system prompt as they were before the step. */
  readonly system: number;
}

/** False only where `applyStep` would take nothing: the difference between the two requests is large enough for all that came in. */
export function mayTakeSystem(step: StepOutline): boolean {
  const { came, before, request, system } = step;
  const [boundary] = came;
  if (boundary && isCompactBoundary(boundary)) {
    if (keepsTail(boundary)) return true;
    return isTooMuch(came, request, (expected) => isShort(request.context - system, expected, undefined));
  }
  const anchor = anchorOf(before);
  // Older models forget thinking between turns, which changes what is expected: those steps are gone into.
  if (anchor === undefined || !KEEPS_THINKING.test(request.model)) return true;
  const difference = request.context - before.context;
  return isTooMuch(came, request, (expected) => isShort(difference, expected + anchor, anchor));
}

/** Whether a compaction leaves more of the conversation than its summary. */
export function keepsTail(boundary: Entry): boolean {
  const { uuids, head, tail } = preservedTail(boundary);
  return uuids.size > 0 || head !== undefined || tail !== undefined;
}

// Whatever is told of too large an amount holds for what is larger: so as soon as no more than this is little enough, it is.
function isTooMuch(
  entries: readonly Entry[],
  { model }: RequestSize,
  isTooLarge: (expected: number) => boolean,
): boolean {
  const tokenizer = tokenizerOf(model);
  const texts: string[] = [];
  let most = 0;
  for (const entry of entries) most += weighBeside(entry, tokenizer, texts);
  for (const text of texts) most += MOST_PER_CHARACTER * text.length;
  if (!isTooLarge(most)) return false;
  // From the front of the longest: mostly a piece of it shows that all of it is not too much.
  for (const text of texts.sort((a, b) => b.length - a.length)) {
    for (const piece of piecesOf(text)) {
      most += estimateText(piece, tokenizer) + MOST_AT_SEAM - MOST_PER_CHARACTER * piece.length;
      if (!isTooLarge(most)) return false;
    }
  }
  return isTooLarge(entries.reduce((sum, entry) => sum + weigh(entry, tokenizer), 0));
}

/** What an entry weighs beside its texts, which are added to `texts` where it is of the usual kind; else all that it weighs. */
function weighBeside(entry: Entry, tokenizer: Tokenizer, texts: string[]): number {
  if (entry.value.type !== 'user') return weigh(entry, tokenizer);
  const content = messageOf(entry)?.content;
  if (typeof content === 'string') {
    texts.push(content);
    return TEXT_OVERHEAD;
  }
  const known = texts.length;
  let beside = 0;
  for (const block of arrayBlocks(content)) {
    if (isText(block)) {
      texts.push(block.text);
      beside += TEXT_OVERHEAD;
    } else if (isToolResult(block) && typeof block.content === 'string') {
      texts.push(block.content);
      beside += RESULT_OVERHEAD;
    } else {
      texts.length = known;
      return weigh(entry, tokenizer);
    }
  }
  return beside;
}

const PIECES = 4;
const LEAST_PIECE = 1024;

/** A text in order; one that is judged by parts of it is left whole. */
function* piecesOf(text: string): Generator<string> {
  const length =
    text.length > MOST_WEIGHED ? text.length : Math.max(LEAST_PIECE, Math.ceil(text.length / PIECES));
  for (let from = 0; from < text.length; from += length) yield text.slice(from, from + length);
}

function weigh(entry: Entry, tokenizer: Tokenizer): number {
  return listTokenItems(entry, tokenizer, new Map()).reduce((sum, { estimate }) => sum + estimate, 0);
}
