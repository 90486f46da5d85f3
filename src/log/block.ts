// Content blocks of a message [M7]: the known ones typed, others passed through as they are.
import { isObject, type Json, type JsonObject } from '../base/json.ts';
import type { Entry } from './line.ts';

export interface TextBlock extends JsonObject {
  readonly type: 'text';
  readonly text: string;
}

/** Newer clients keep an empty text with its signature; old copies may lack the signature. */
export interface ThinkingBlock extends JsonObject {
  readonly type: 'thinking';
  readonly thinking: string;
  readonly signature?: string;
}

export interface RedactedThinkingBlock extends JsonObject {
  readonly type: 'redacted_thinking';
  readonly data: string;
}

export interface ToolUseBlock extends JsonObject {
  readonly type: 'tool_use';
  readonly id: string;
  readonly name: string;
  readonly input: JsonObject;
}

export interface ServerToolUseBlock extends JsonObject {
  readonly type: 'server_tool_use';
  readonly id: string;
  readonly name: string;
  readonly input: JsonObject;
}

export interface ToolResultBlock extends JsonObject {
  readonly type: 'tool_result';
  readonly tool_use_id: string;
  /** A string, or blocks of text, image or tool_reference [T3]. */
  readonly content?: string | readonly JsonObject[];
  readonly is_error?: boolean;
}

export interface ImageBlock extends JsonObject {
  readonly type: 'image';
  readonly source: JsonObject;
}

export interface DocumentBlock extends JsonObject {
  readonly type: 'document';
  readonly source: JsonObject;
}

/** Written where the API answered with another model than the one asked for. */
export interface FallbackBlock extends JsonObject {
  readonly type: 'fallback';
}

export interface UnknownBlock extends JsonObject {
  readonly type: string;
}

/** One item of message content [M7]. */
export type Block =
  | TextBlock
  | ThinkingBlock
  | RedactedThinkingBlock
  | ToolUseBlock
  | ServerToolUseBlock
  | ToolResultBlock
  | ImageBlock
  | DocumentBlock
  | FallbackBlock
  | UnknownBlock;

const NO_BLOCKS: readonly JsonObject[] = [];

/** The blocks of an array content; a string content has none, see `contentBlocks` for both. */
export function arrayBlocks(content: Json | undefined): readonly JsonObject[] {
  if (!Array.isArray(content)) return NO_BLOCKS;
  // A loop: this is asked of every entry many times over, and most have one block.
  for (let i = 0; i < content.length; i++) if (!isObject(content[i])) return content.filter(isObject);
  return content as readonly JsonObject[];
}

/** The blocks of a content of either form: a string counts as one text block. */
export function contentBlocks(content: Json | undefined): readonly JsonObject[] {
  if (typeof content === 'string') return [{ type: 'text', text: content }];
  return arrayBlocks(content);
}

/** The blocks of an entry's message. */
export function entryBlocks(entry: Entry): readonly JsonObject[] {
  const message = entry.value.message;
  return isObject(message) ? contentBlocks(message.content) : NO_BLOCKS;
}

export function isText(block: JsonObject): block is TextBlock {
  return block.type === 'text' && typeof block.text === 'string';
}

export function isThinking(block: JsonObject): block is ThinkingBlock | RedactedThinkingBlock {
  return block.type === 'thinking' || block.type === 'redacted_thinking';
}

export function isToolUse(block: JsonObject): block is ToolUseBlock {
  return block.type === 'tool_use' && typeof block.id === 'string';
}

export function isToolResult(block: JsonObject): block is ToolResultBlock {
  return block.type === 'tool_result' && typeof block.tool_use_id === 'string';
}

export function isImage(block: JsonObject): block is ImageBlock {
  return block.type === 'image';
}

/** The text of a result or prompt content: text blocks joined by newlines, other blocks left out. */
export function contentText(content: Json | undefined): string {
  if (typeof content === 'string') return content;
  return arrayBlocks(content)
    .filter(isText)
    .map(({ text }) => text)
    .join('\n');
}
