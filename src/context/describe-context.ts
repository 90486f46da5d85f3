// One look at a session's context: what a resume would load, what fills the window, how it grew, where the cache broke.
import { uuidOf } from '../log/fields.ts';
import { type Branch, branchEntries, branchNodes } from '../session/branches.ts';
import { activeBranch, type Conversation, type Thread } from '../session/session.ts';
import { BranchConversation } from './branch-conversation.ts';
import { predictResume, type ResumeOptions, type ResumePrediction } from './predict-resume.ts';
import { attributeTokens, type TokenLedger } from './tokens/attribute-tokens.ts';
import { type CacheRecord, inspectCache } from './tokens/cache-forensics.ts';
import { type ContextNow, keptBlocks, measureContextNow } from './tokens/context-now.ts';
import { readCutSize } from './tokens/cut-size.ts';
import { measureGrowth, type TurnGrowth } from './tokens/growth.ts';
import { listRewinds } from './tokens/list-rewinds.ts';

/** What `clew context` tells, as data. */
export interface ContextDescription {
  readonly prediction: ResumePrediction;
  readonly conversation: Conversation;
  readonly ledger: TokenLedger;
  readonly now: ContextNow;
  readonly growth: readonly TurnGrowth[];
  readonly cache: readonly CacheRecord[];
}

/** What a tool told the client beside the model, and backups of files: nothing of them is sent, and no size hangs on them. */
export const UNASKED_FIELDS: readonly string[] = ['toolUseResult', 'snapshot'];

/** Says what a resume would load, what fills the window, how it grew and where the cache broke. */
export function describeContext(thread: Thread, options: ResumeOptions = {}): ContextDescription {
  const prediction = predictResume(thread.lines, options);
  const branch = resumedBranch(thread, prediction);
  const conversation = new BranchConversation(branchEntries(branch));
  const cut = readCutSize(thread.entries);
  const ledger = attributeTokens(conversation, cut);
  const now = measureContextNow(ledger, keptBlocks(prediction.messages), prediction.model);
  const isFresh = cut !== undefined && prediction.leaf !== undefined && uuidOf(prediction.leaf) === cut.leaf;
  let growth: readonly TurnGrowth[] | undefined;
  let cache: readonly CacheRecord[] | undefined;
  return {
    prediction,
    conversation,
    ledger,
    now: isFresh ? setTotal(now, cut.tokens) : now,
    // Not everyone who asks what fills the window wants to know how it came about.
    get growth() {
      growth ??= measureGrowth(ledger);
      return growth;
    },
    get cache() {
      if (cache) return cache;
      const rewinds = branch && listRewinds(branch, ledger.requests);
      cache = inspectCache(ledger, (request) => rewinds?.has(request) ?? false);
      return cache;
    },
  };
}

// Nothing was asked of the clone yet: the size that it was cut to is better known than what its first request would hold
// besides the conversation, so that is where the difference belongs.
function setTotal(now: ContextNow, total: number): ContextNow {
  const system = Math.max(0, now.byKind.system + total - now.total);
  return {
    ...now,
    total,
    byKind: { ...now.byKind, system },
    filled: now.window && total / now.window.tokens,
  };
}

/** The client's leaf may lie inside a branch: its tokens are then those of the newest branch that leads through it. */
export function resumedBranch(thread: Thread, { leaf }: ResumePrediction): Branch | undefined {
  const uuid = leaf && uuidOf(leaf);
  const node = uuid === undefined ? undefined : thread.graph.byUuid.get(uuid);
  if (!node) return activeBranch(thread);
  return (
    thread.branches.findLast((branch) => branch.leaf === node) ??
    thread.branches.findLast((branch) => branchNodes(branch).includes(node)) ??
    activeBranch(thread)
  );
}
