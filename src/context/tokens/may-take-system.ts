// Tells of a step, mostly without weighing its texts, that it takes nothing from the system prompt's share of the context.
import { arrayBlocks, isText, isToolResult } from '../../log/block.ts';
import { isCompactBoundary, messageOf } from '../../log/fields.ts';
import type { Entry } from '../../log/line.ts';
import {
  MOST_PER_CHARACTER,
  RESULT_OVERHEAD,
  TEXT_OVERHEAD,
  type Tokenizer,
  tokenizerOf,
} from './estimate-text.ts';
import { anchorOf, isShort, KEEPS_THINKING } from './find-loss.ts';
import { listTokenItems } from './list-token-items.ts';
import type { MeasuredRequest } from './measure-requests.ts';
import { preservedTail } from './split-steps.ts';

export interface StepOutline {
  /** What came in since the request before. */
  readonly entries: readonly Entry[];
  readonly before: MeasuredRequest;
  readonly request: MeasuredRequest;
  /** The tokens of the system prompt as they were before the step. */
  readonly system: number;
}

/** False only where `applyStep` would take nothing: the difference between the two requests is large enough for all that came in. */
export function mayTakeSystem(step: StepOutline): boolean {
  const { entries, before, request, system } = step;
  const boundaryAt = entries.findLastIndex(isCompactBoundary);
  const boundary = entries[boundaryAt];
  if (boundary) {
    if (keepsTail(boundary)) return true;
    const came = entries.slice(boundaryAt);
    return isTooMuch(came, request, (expected) => isShort(request.context - system, expected, undefined));
  }
  const anchor = anchorOf(before);
  // Older models forget thinking between turns, which changes what is expected: those steps are gone into.
  if (anchor === undefined || !KEEPS_THINKING.test(request.model)) return true;
  const answer = before.message.entries;
  const came = entries.filter((entry) => !answer.includes(entry));
  const difference = request.context - before.context;
  return isTooMuch(came, request, (expected) => isShort(difference, expected + anchor, anchor));
}

/** Whether a compaction leaves more of the conversation than its summary. */
export function keepsTail(boundary: Entry): boolean {
  const { uuids, head, tail } = preservedTail(boundary);
  return uuids.size > 0 || head !== undefined || tail !== undefined;
}

function isTooMuch(
  entries: readonly Entry[],
  { model }: MeasuredRequest,
  isTooLarge: (expected: number) => boolean,
): boolean {
  const tokenizer = tokenizerOf(model);
  const sum = (tokensOf: (entry: Entry, tokenizer: Tokenizer) => number) =>
    entries.reduce((total, entry) => total + tokensOf(entry, tokenizer), 0);
  return isTooLarge(sum(mostTokens)) && isTooLarge(sum(weigh));
}

/** No less than `weigh`, and told from the lengths alone where an entry is of the usual kind. */
function mostTokens(entry: Entry, tokenizer: Tokenizer): number {
  const { type } = entry.value;
  if (type !== 'user') return weigh(entry, tokenizer);
  const content = messageOf(entry)?.content;
  if (typeof content === 'string') return TEXT_OVERHEAD + MOST_PER_CHARACTER * content.length;
  let most = 0;
  for (const block of arrayBlocks(content)) {
    if (isText(block)) most += TEXT_OVERHEAD + MOST_PER_CHARACTER * block.text.length;
    else if (isToolResult(block) && typeof block.content === 'string')
      most += RESULT_OVERHEAD + MOST_PER_CHARACTER * block.content.length;
    else return weigh(entry, tokenizer);
  }
  return most;
}

function weigh(entry: Entry, tokenizer: Tokenizer): number {
  return listTokenItems(entry, tokenizer, new Map()).reduce((sum, { estimate }) => sum + estimate, 0);
}
