// Changes the content blocks of items: the common ground of every transform that takes something out of messages.
import { isObject, type Json, type JsonObject } from '../base/json.ts';
import { isText, isThinking } from '../log/block.ts';
import { messageIdOf } from '../log/fields.ts';
import type { CutItem, CutSession } from './cut-session.ts';

/** What becomes of a block: itself, another block, or undefined to take it out. */
export type BlockEdit = (block: JsonObject, item: CutItem) => JsonObject | undefined;

/**
 * Applies an edit to every block of the chain. Items left without content go; so does a whole answer of which nothing but
 * thinking and blanks is left, because no client sends it and the API accepts none.
 */
export function editBlocks(session: CutSession, edit: BlockEdit): CutSession {
  const before = session.items;
  const changed = before.map((item) => (item.role === 'chain' ? editItem(item, edit) : item));
  const ids = new Set<string>();
  let isChanged = false;
  for (const [i, item] of changed.entries()) {
    if (item === before[i]) continue;
    isChanged = true;
    const id = idOf(item);
    if (id !== undefined) ids.add(id);
  }
  if (!isChanged) return session;
  const left = changed.filter((item, i) => item === before[i] || !isEmptied(item));
  // Answers that kept all they had are what they were.
  const items = ids.size === 0 ? left : dropBareThinking(settleStops(left, before, ids), before, ids);
  return { ...session, items };
}

function editItem(item: CutItem, edit: BlockEdit): CutItem {
  const { message } = item.value;
  if (!isObject(message)) return item;
  const { content } = message;
  if (typeof content === 'string') {
    const block = { type: 'text', text: content };
    const edited = edit(block, item);
    return edited === block ? item : withContent(item, message, edited ? [edited] : []);
  }
  if (!Array.isArray(content)) return item;
  const edited = (content as readonly Json[]).map((block) => (isObject(block) ? edit(block, item) : block));
  if (edited.every((block, i) => block === content[i])) return item;
  return withContent(
    item,
    message,
    edited.filter((block) => block !== undefined),
  );
}

function withContent(item: CutItem, message: JsonObject, content: readonly Json[]): CutItem {
  return { ...item, value: { ...item.value, message: { ...message, content } } };
}

function isEmptied(item: CutItem): boolean {
  const { message } = item.value;
  return isObject(message) && Array.isArray(message.content) && message.content.length === 0;
}

function idOf(item: CutItem): string | undefined {
  return item.role === 'chain' && item.value.type === 'assistant' && item.entry
    ? messageIdOf(item.entry)
    : undefined;
}

function hasBlock(item: CutItem, test: (block: JsonObject) => boolean): boolean {
  const { message } = item.value;
  if (!isObject(message) || !Array.isArray(message.content)) return false;
  return (message.content as readonly Json[]).some((block) => isObject(block) && test(block));
}

const isUse = (block: JsonObject) => block.type === 'tool_use';
// Some answers begin with a text of two newlines, which is no word either [resume R11].
const isSpoken = (block: JsonObject) => !isThinking(block) && !(isText(block) && block.text.trim() === '');

/** Those of the answers that have such a block. */
function idsWith(
  items: readonly CutItem[],
  among: ReadonlySet<string>,
  test: (block: JsonObject) => boolean,
): Set<string> {
  const ids = new Set<string>();
  for (const item of items) {
    const id = idOf(item);
    if (id !== undefined && among.has(id) && hasBlock(item, test)) ids.add(id);
  }
  return ids;
}

// An answer that stopped to call a tool, and whose calls are gone, has ended its turn.
function settleStops(
  items: readonly CutItem[],
  before: readonly CutItem[],
  among: ReadonlySet<string>,
): CutItem[] {
  const hadCalls = idsWith(before, among, isUse);
  const hasCalls = idsWith(items, among, isUse);
  return items.map((item) => {
    const id = idOf(item);
    const { message } = item.value;
    if (id === undefined || !hadCalls.has(id) || hasCalls.has(id)) return item;
    if (!isObject(message) || message.stop_reason !== 'tool_use') return item;
    return { ...item, value: { ...item.value, message: { ...message, stop_reason: 'end_turn' } } };
  });
}

function dropBareThinking(
  items: readonly CutItem[],
  before: readonly CutItem[],
  among: ReadonlySet<string>,
): CutItem[] {
  const spokeBefore = idsWith(before, among, isSpoken);
  const speaks = idsWith(items, among, isSpoken);
  return items.filter((item) => {
    const id = idOf(item);
    return id === undefined || speaks.has(id) || !spokeBefore.has(id);
  });
}
