// Compares the texts of a clone's request with those of its source's: none lost, none revived, in order.
import type { RequestBlock } from './api-script.ts';
import type { NormalMessage } from './normalise.ts';
import type { Resumed } from './resume.ts';
import { blockText, callText, type SentText, sentMessages, sentTexts } from './sent-texts.ts';

type Messages = readonly NormalMessage[];

/** `tool` is the name of the tool where the block is a call or its result. */
export type BlockTest = (block: RequestBlock, tool: string | undefined) => boolean;

export interface TextLaw {
  /** The blocks that the cut may take away. What it leaves of them must be as it was. */
  readonly removes?: BlockTest;
  /** The blocks that the cut rewrites; they are compared with nothing. */
  readonly changes?: BlockTest;
  /** Texts that the cut itself writes, markers say. */
  readonly writes?: RegExp;
  /** Whole turns go, so what stays is one stretch of the source. */
  readonly excerpt?: boolean;
}

export interface SourceRequests {
  readonly own: Resumed;
  /** What the newest client reads of the source, the same object as `own` where that is the one on trial. */
  readonly newest: Resumed | undefined;
  /** Thoughts that the newest client reads and does not send. */
  readonly passed?: ReadonlySet<string>;
}

/** What the law finds broken, in words; empty where it holds. */
export function compareTexts(source: SourceRequests, clone: Resumed, law: TextLaw): string[] {
  const own = sentMessages(source.own);
  const newest = sentMessages(source.newest);
  const cloned = sentMessages(clone);
  const isLeftOut = leftOut([...own, ...newest], cloned, law);
  const list = (messages: Messages, describe?: typeof blockText) =>
    sentTexts(messages, isLeftOut, describe).filter(({ text }) => !law.writes?.test(text));
  const ownTexts = list(own, callText);
  const newestTexts = list(newest, callText);
  const isPassed = ({ text }: SentText) => source.passed?.has(thoughtOf(text) ?? '') === true;
  const ofSources = new Set(textsOf([...ownTexts, ...newestTexts]));
  const clonedTexts = list(cloned, callText).filter((sent) => ofSources.has(sent.text) || !isPassed(sent));
  // Older clients lose parallel calls of the source and read the clone whole [R2]: what the newest reads is no revival.
  const revived = findRevived(clonedTexts, [ownTexts, newestTexts]);
  const broken = revived.length > 0 ? [`revived ${revived.length}: ${revived[0]?.slice(0, 80)}`] : [];
  if (law.excerpt) {
    const wholes = [ownTexts, newestTexts, joinTexts(newestTexts, ownTexts)];
    const isOne = wholes.some((whole) => isStretch(whole, clonedTexts));
    return isOne ? broken : [...broken, 'not one stretch of whole turns of the source'];
  }
  const got = textsOf(list(cloned));
  const lost = textsOf(list(own)).filter((text) => !got.includes(text));
  if (lost.length > 0) return [...broken, `lost ${lost.length}: ${lost[0]?.slice(0, 80)}`];
  // The clone is one chain, in the order of the newest client; older ones put what they take back in another [R10].
  const orders = source.own === source.newest ? [own] : [own, orderedAs(newest, own)];
  const inOrder = orders.some((order) => isSubsequence(textsOf(list(order)), got));
  return inOrder ? broken : [...broken, 'another order'];
}

export function isCall(block: RequestBlock): boolean {
  return block.type === 'tool_use' || block.type === 'tool_result';
}

export function isThinking(block: RequestBlock): boolean {
  return block.type === 'thinking' || block.type === 'redacted_thinking';
}

export function isReminder(block: RequestBlock): boolean {
  return (block.text ?? '').startsWith('<system-reminder>');
}

/** The blocks that are compared with nothing: what the cut took away or rewrote, and what versions send differently. */
function leftOut(source: Messages, cloned: Messages, law: TextLaw): (block: RequestBlock) => boolean {
  const blocks = [...source, ...cloned].flatMap(({ content }) => content);
  const tools = new Map(blocks.filter(({ id }) => id !== undefined).map(({ id, name }) => [id, name]));
  const unlike = new Set(blocks.filter(refersToTools).map((block) => block.tool_use_id));
  const stays = new Set(cloned.flatMap(({ content }) => content.map(keyOf)));
  return (block) => {
    const tool = tools.get(block.id ?? block.tool_use_id) as string | undefined;
    if (law.changes?.(block, tool) || unlike.has(block.tool_use_id)) return true;
    if (law.removes?.(block, tool) && !stays.has(keyOf(block))) return true;
    return law.excerpt === true && isLocalCommand(block);
  };
}

/** What tells a block from the others of its session, in every version. */
function keyOf(block: RequestBlock): string {
  return `${block.type} ${block.id ?? block.tool_use_id ?? blockText(block)}`;
}

// Tools found by a search: old clients send the references, new ones words of their own.
function refersToTools({ content }: RequestBlock): boolean {
  return Array.isArray(content) && content.some((inner: RequestBlock) => inner.type === 'tool_reference');
}

// Newer clients write these as system entries, which older ones do not send: a gap in the stretch that no cut made.
function isLocalCommand(block: RequestBlock): boolean {
  return /^<(?:local-command-|command-(?:name|message)>)/.test(block.text ?? '');
}

function thoughtOf(text: string): string | undefined {
  return text.startsWith('{"type":"thinking"') ? String(JSON.parse(text).thinking) : undefined;
}

function findRevived(clone: readonly SentText[], sources: readonly (readonly SentText[])[]): string[] {
  const counts = sources.map(countTexts);
  const seen = new Map<string, number>();
  return textsOf(clone).filter((text) => {
    const count = (seen.get(text) ?? 0) + 1;
    seen.set(text, count);
    return counts.every((known) => count > (known.get(text) ?? 0));
  });
}

function countTexts(texts: readonly SentText[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { text } of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  return counts;
}

/**
 * The messages, with the results of a user message (and the blocks of an answer) in the order that `newest` has them in,
 * where it has all of them in one message. Nothing goes from one message to another, and words of the user stay in place.
 */
function orderedAs(newest: Messages, messages: Messages): NormalMessage[] {
  const places = new Map<string, { readonly at: number; readonly message: NormalMessage }>();
  for (const message of newest)
    for (const [at, block] of message.content.entries()) places.set(keyOf(block), { at, message });
  return messages.map((message) => {
    const moves = (block: RequestBlock) => message.role === 'assistant' || block.type === 'tool_result';
    const moved = message.content.filter(moves).map((block) => ({ block, place: places.get(keyOf(block)) }));
    if (new Set(moved.map(({ place }) => place?.message)).size !== 1) return message;
    moved.sort((a, b) => (a.place?.at ?? 0) - (b.place?.at ?? 0));
    return {
      ...message,
      content: message.content.map((block) => (moves(block) ? (moved.shift()?.block ?? block) : block)),
    };
  });
}

/**
 * What `newest` has, and what only `own` has behind the text that it follows there: an older client reads the clone whole, as
 * the newest reads the source, and sends of it what only older ones send, a last answer of thoughts alone, say.
 */
function joinTexts(newest: readonly SentText[], own: readonly SentText[]): SentText[] {
  const joined = [...newest];
  const known = new Set(textsOf(newest));
  let next = 0;
  for (const sent of own) {
    if (!known.has(sent.text)) joined.splice(next++, 0, sent);
    else next = Math.max(next, joined.findIndex(({ text }, at) => at >= next && text === sent.text) + 1);
  }
  return joined;
}

function textsOf(texts: readonly SentText[]): string[] {
  return texts.map(({ text }) => text);
}

function isSubsequence(wanted: readonly string[], got: readonly string[]): boolean {
  let at = 0;
  for (const text of got) if (text === wanted[at]) at++;
  return at === wanted.length;
}

/** Whether `part` stands in `whole` without a gap, and no turn was cut in two. */
function isStretch(whole: readonly SentText[], part: readonly SentText[]): boolean {
  if (part.length === 0) return whole.length === 0;
  return whole.some((_, start) => {
    const after = whole[start + part.length];
    return (
      part.every(({ text }, i) => text === whole[start + i]?.text) &&
      (start === 0 || whole[start]?.mayOpenTurn === true) &&
      (after === undefined || after.mayOpenTurn)
    );
  });
}
