// Puts shortened texts in the place of the originals: roles, order and pairs stay as they are.
import { asWords, isObject, type Json, type JsonObject } from '../base/json.ts';
import { arrayBlocks, isThinking } from '../log/block.ts';
import { messageIdOf } from '../log/fields.ts';
import type { UnitKind } from './compress-unit.ts';
import type { Cut, CutItem, CutSession } from './cut-session.ts';
import { editBlocks } from './edit-blocks.ts';
import { NAME_LENGTH, shortenTexts } from './truncate-results.ts';

export interface ReplaceOptions {
  /** By default an answer whose words were changed loses its thinking, all of it at once: what was signed led to other words. */
  readonly keepThinking?: boolean;
  /** Leaves a line that names the source behind each text. */
  readonly markers?: boolean;
}

/** `texts` by the ids of their units. */
export function replaceTexts(
  session: CutSession,
  texts: ReadonlyMap<string, string>,
  options: ReplaceOptions = {},
): Cut {
  const counts: Record<UnitKind | 'thinking', number> = {
    answer: 0,
    prompt: 0,
    result: 0,
    turns: 0,
    thinking: 0,
  };
  const changedAnswers = answersWith(session, texts);
  const take = (
    item: CutItem,
    at: string,
    kind: UnitKind,
    original: Json | undefined,
  ): string | undefined => {
    const text = texts.get(`${asWords(item.value.uuid)}#${at}`);
    if (text === undefined || typeof original !== 'string') return undefined;
    counts[kind]++;
    return options.markers
      ? `${text}\n[shortened; see line ${item.entry?.place.line ?? '?'} of the source session]`
      : text;
  };
  const edited = editBlocks(session, (block, item) => {
    if (isThinking(block) && !options.keepThinking && changedAnswers.has(answerOf(item) ?? '')) {
      counts.thinking++;
      return undefined;
    }
    const at = placeOf(block, item);
    if (block.type === 'text') {
      const text = take(item, `${at}`, item.value.type === 'assistant' ? 'answer' : 'prompt', block.text);
      return text === undefined ? block : { ...block, text };
    }
    if (block.type !== 'tool_result') return block;
    const { content } = block;
    if (typeof content === 'string') {
      const text = take(item, `${at}`, 'result', content);
      return text === undefined ? block : { ...block, content: text };
    }
    if (!Array.isArray(content)) return block;
    const own = arrayBlocks(content as readonly Json[]);
    const parts = (content as readonly Json[]).map((part) => {
      const text = isObject(part) ? take(item, `${at}.${own.indexOf(part)}`, 'result', part.text) : undefined;
      return text === undefined ? part : { ...(part as JsonObject), text };
    });
    return parts.some((part, i) => part !== content[i]) ? { ...block, content: parts } : block;
  });
  const before = new Map(session.items.map((item) => [item.value.uuid, item]));
  const items = edited.items.map((item) => settle(item, before.get(item.value.uuid)));
  const { answer, prompt, result, thinking } = counts;
  const changes = {
    ...(answer > 0 ? { compressedAnswers: answer } : {}),
    ...(prompt > 0 ? { compressedPrompts: prompt } : {}),
    ...(result > 0 ? { compressedResults: result } : {}),
    ...(thinking > 0 ? { thinkingBlocks: thinking } : {}),
  };
  return Object.keys(changes).length === 0
    ? { session, changes }
    : { session: { ...edited, items }, changes };
}

function answersWith(session: CutSession, texts: ReadonlyMap<string, string>): Set<string> {
  const uuids = new Set([...texts.keys()].map((id) => id.slice(0, id.lastIndexOf('#'))));
  const answers = session.items.filter((item) => uuids.has(asWords(item.value.uuid))).map(answerOf);
  return new Set(answers.filter((id) => id !== undefined));
}

function answerOf(item: CutItem): string | undefined {
  return item.value.type === 'assistant' && item.entry ? messageIdOf(item.entry) : undefined;
}

// A content that is a string has one block, which is made for the occasion.
function placeOf(block: JsonObject, item: CutItem): number {
  const { message } = item.value;
  const content = isObject(message) ? message.content : undefined;
  return Array.isArray(content) ? arrayBlocks(content).indexOf(block) : 0;
}

function settle(item: CutItem, before: CutItem | undefined): CutItem {
  if (!before || item.value.message === before.value.message) return item;
  return shortenBeside(asItWas(item, before));
}

// A prompt that was a string stays one.
function asItWas(item: CutItem, before: CutItem): CutItem {
  const [now, then] = [item.value.message, before.value.message];
  if (!isObject(now) || !isObject(then) || typeof then.content !== 'string' || !Array.isArray(now.content))
    return item;
  const [block] = now.content as readonly Json[];
  if (now.content.length !== 1 || !isObject(block) || typeof block.text !== 'string') return item;
  return { ...item, value: { ...item.value, message: { ...now, content: block.text } } };
}

// The client keeps a copy of each result beside it, which is never sent [T2]: a long one there would make the cut void on disk.
function shortenBeside(item: CutItem): CutItem {
  const { toolUseResult } = item.value;
  if (toolUseResult === undefined) return item;
  const short = shortenTexts(toolUseResult, NAME_LENGTH, item);
  return short === toolUseResult ? item : { ...item, value: { ...item.value, toolUseResult: short } };
}
