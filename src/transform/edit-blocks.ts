// Changes the content blocks of items: the common ground of every transform that takes something out of messages.
import { isObject, type Json, type JsonObject } from '../base/json.ts';
import { arrayBlocks, isText, isThinking } from '../log/block.ts';
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
  const left: CutItem[] = [];
  /** Answers of which something was changed; those that kept all they had are what they were. */
  const ids = new Set<string>();
  let isChanged = false;
  for (const item of before) {
    const edited = item.role === 'chain' ? editItem(item, edit) : item;
    if (edited) left.push(edited);
    if (edited === item) continue;
    isChanged = true;
    const id = idOf(item);
    if (id !== undefined) ids.add(id);
  }
  if (!isChanged) return session;
  return { ...session, items: ids.size === 0 ? left : settleAnswers(left, before, ids) };
}

/** Undefined if nothing is left of its content. */
function editItem(item: CutItem, edit: BlockEdit): CutItem | undefined {
  const { message } = item.value;
  if (!isObject(message)) return item;
  const { content } = message;
  if (typeof content === 'string') {
    const block = { type: 'text', text: content };
    const edited = edit(block, item);
    return edited === block ? item : edited && withContent(item, message, [edited]);
  }
  if (!Array.isArray(content)) return item;
  const left: Json[] = [];
  let isChanged = false;
  for (const block of content as readonly Json[]) {
    const edited = isObject(block) ? edit(block, item) : block;
    if (edited !== block) isChanged = true;
    if (edited !== undefined) left.push(edited);
  }
  if (!isChanged) return item;
  return left.length === 0 ? undefined : withContent(item, message, left);
}

function withContent(item: CutItem, message: JsonObject, content: readonly Json[]): CutItem {
  return { ...item, value: { ...item.value, message: { ...message, content } } };
}

function idOf(item: CutItem): string | undefined {
  return item.role === 'chain' && item.value.type === 'assistant' && item.entry
    ? messageIdOf(item.entry)
    : undefined;
}

interface AnswerFacts {
  /** Those with a call, and those with anything but thinking and blanks. */
  readonly calling: ReadonlySet<string>;
  readonly speaking: ReadonlySet<string>;
}

/** Of the answers in `among`. */
function readAnswers(items: readonly CutItem[], among: ReadonlySet<string>): AnswerFacts {
  const calling = new Set<string>();
  const speaking = new Set<string>();
  for (const item of items) {
    const id = idOf(item);
    if (id === undefined || !among.has(id)) continue;
    const { message } = item.value;
    for (const block of isObject(message) ? arrayBlocks(message.content) : []) {
      if (block.type === 'tool_use') calling.add(id);
      if (isSpoken(block)) speaking.add(id);
    }
  }
  return { calling, speaking };
}

// Some answers begin with a text of two newlines, which is no word either [resume R11].
function isSpoken(block: JsonObject): boolean {
  return !isThinking(block) && !(isText(block) && block.text.trim() === '');
}

// An answer that stopped to call a tool, and whose calls are gone, has ended its turn; one that spoke and has nothing but
// thinking and blanks left is none.
function settleAnswers(
  items: readonly CutItem[],
  before: readonly CutItem[],
  among: ReadonlySet<string>,
): CutItem[] {
  const had = readAnswers(before, among);
  const has = readAnswers(items, among);
  const settled: CutItem[] = [];
  for (const item of items) {
    const id = idOf(item);
    if (id === undefined || !among.has(id)) settled.push(item);
    else if (has.speaking.has(id) || !had.speaking.has(id))
      settled.push(had.calling.has(id) && !has.calling.has(id) ? endTurn(item) : item);
  }
  return settled;
}

function endTurn(item: CutItem): CutItem {
  const { message } = item.value;
  if (!isObject(message) || message.stop_reason !== 'tool_use') return item;
  return { ...item, value: { ...item.value, message: { ...message, stop_reason: 'end_turn' } } };
}
