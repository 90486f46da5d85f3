// The things of an entry that fill the context: one item per block (and per image inside a result), with an estimated size.
import { type JsonObject, objectField, stringField } from '../../base/json.ts';
import { arrayBlocks, contentText, entryBlocks, isImage, isThinking, isToolUse } from '../../log/block.ts';
import { isCompactSummary, messageIdOf, modelOf, SYNTHETIC, systemSubtypeOf } from '../../log/fields.ts';
import type { Entry } from '../../log/line.ts';
import { NEWEST_CLIENT } from '../client-behaviour.ts';
import { renderAttachment } from '../render-attachment.ts';
import { estimateImage } from './estimate-image.ts';
import {
  CALL_OVERHEAD,
  estimateText,
  estimateThinking,
  RESULT_OVERHEAD,
  TEXT_OVERHEAD,
  type Tokenizer,
} from './estimate-text.ts';

export type TokenKind =
  /** The system prompt, the tools and whatever else the client sends without logging it, from the first request on. */
  | 'system'
  | 'user'
  | 'assistant'
  | 'thinking'
  | 'tool-input'
  | 'tool-result'
  | 'attachment'
  | 'image'
  /** A compaction's summary. */
  | 'summary'
  /** What was added without a trace in the log, and blocks of unknown types. */
  | 'other';

export const TOKEN_KINDS: readonly TokenKind[] = [
  'system',
  'user',
  'assistant',
  'thinking',
  'tool-input',
  'tool-result',
  'attachment',
  'image',
  'summary',
  'other',
];

export interface TokenItem {
  readonly kind: TokenKind;
  /** Undefined for what no entry shows. */
  readonly entry: Entry | undefined;
  /** Position among the entry's blocks; undefined for attachments and what no entry shows. */
  readonly block: number | undefined;
  readonly messageId: string | undefined;
  readonly tool: string | undefined;
  readonly toolUseId: string | undefined;
  /** The file that a call reads or writes, or that an attachment carries. */
  readonly file: string | undefined;
}

export interface SizedItem {
  readonly item: TokenItem;
  readonly estimate: number;
  /** The log holds no wording of it: whatever a difference has too much may be its. */
  readonly elastic: boolean;
}

/** Names and files of the calls seen so far, by id: a result says neither. */
export type CallNames = Map<string, { readonly tool: string; readonly file: string | undefined }>;

/** Items of what the client sends of an entry; none for entries that it keeps for itself. `calls` is added to. */
export function listTokenItems(entry: Entry, tokenizer: Tokenizer, calls: CallNames): readonly SizedItem[] {
  switch (entry.value.type) {
    case 'user':
    case 'assistant':
      if (entry.value.isApiErrorMessage === true && modelOf(entry) === SYNTHETIC) return NONE;
      return messageItems(entry, tokenizer, calls);
    case 'attachment':
      return attachmentItems(entry, tokenizer);
    case 'system':
      return systemSubtypeOf(entry) === 'local_command' ? [commandItem(entry, tokenizer)] : NONE;
    default:
      return NONE;
  }
}

/** The estimated tokens of one block, without the images inside a result. */
export function estimateBlock(block: JsonObject, tokenizer: Tokenizer): number {
  const text = stringField(block, 'text') ?? '';
  if (block.type === 'text') return text === '' ? 0 : TEXT_OVERHEAD + estimateText(text, tokenizer);
  if (isThinking(block)) {
    const signature = stringField(block, 'signature') ?? stringField(block, 'data') ?? '';
    return estimateThinking(stringField(block, 'thinking') ?? '', signature, tokenizer);
  }
  if (block.type === 'tool_use' || block.type === 'server_tool_use')
    return CALL_OVERHEAD + estimateText(JSON.stringify(block.input ?? {}), tokenizer);
  if (block.type === 'tool_result')
    return RESULT_OVERHEAD + estimateText(contentText(block.content), tokenizer);
  if (block.type === 'image' || block.type === 'document') return estimateImage(block, tokenizer);
  if (block.type === 'fallback') return 0;
  return estimateText(JSON.stringify(block), tokenizer);
}

const NONE: readonly SizedItem[] = [];

function messageItems(entry: Entry, tokenizer: Tokenizer, calls: CallNames): SizedItem[] {
  const items: SizedItem[] = [];
  const blocks = entryBlocks(entry);
  for (let i = 0; i < blocks.length; i++) {
    const block = blocks[i] as JsonObject;
    const item = blockItem(entry, block, i, calls);
    items.push({ item, estimate: estimateBlock(block, tokenizer), elastic: false });
    if (block.type !== 'tool_result' || typeof block.content === 'string') continue;
    for (const image of arrayBlocks(block.content).filter(isImage)) {
      const tokens = estimateImage(image, tokenizer);
      items.push({ item: { ...item, kind: 'image' }, estimate: tokens, elastic: false });
    }
  }
  return items;
}

function blockItem(entry: Entry, block: JsonObject, i: number, calls: CallNames): TokenItem {
  const toolUseId = stringField(block, block.type === 'tool_result' ? 'tool_use_id' : 'id');
  if (isToolUse(block))
    calls.set(block.id, { tool: stringField(block, 'name') ?? '(none)', file: fileOf(block) });
  const call = toolUseId === undefined ? undefined : calls.get(toolUseId);
  return {
    kind: kindOf(entry, block),
    entry,
    block: i,
    messageId: messageIdOf(entry),
    tool: call?.tool ?? (block.type === 'server_tool_use' ? stringField(block, 'name') : undefined),
    toolUseId,
    file: call?.file,
  };
}

function kindOf(entry: Entry, block: JsonObject): TokenKind {
  switch (block.type) {
    case 'text':
      if (entry.value.type === 'assistant') return 'assistant';
      return isCompactSummary(entry) ? 'summary' : 'user';
    case 'thinking':
    case 'redacted_thinking':
      return 'thinking';
    case 'tool_use':
    case 'server_tool_use':
      return 'tool-input';
    case 'tool_result':
      return 'tool-result';
    case 'image':
    case 'document':
      return 'image';
    default:
      return 'other';
  }
}

function fileOf(call: JsonObject): string | undefined {
  const input = objectField(call, 'input');
  return stringField(input, 'file_path') ?? stringField(input, 'notebook_path');
}

/** What a reminder without known wording is taken for, until a difference says more. */
const UNKNOWN_WORDING = 150;

function attachmentItems(entry: Entry, tokenizer: Tokenizer): SizedItem[] {
  const version = stringField(entry.value, 'version') ?? NEWEST_CLIENT;
  const then = renderAttachment(entry, version, true);
  if (!then) return [];
  // Where the wording of that time is not known, today's is nearer to it than none.
  const rendered = then.placeholder ? (renderAttachment(entry, NEWEST_CLIENT, true) ?? then) : then;
  const origin = { entry, block: undefined, messageId: undefined, tool: undefined, toolUseId: undefined };
  const file = attachedFile(objectField(entry.value, 'attachment'));
  const words = rendered.texts.reduce((sum, text) => sum + TEXT_OVERHEAD + estimateText(text, tokenizer), 0);
  const estimate = rendered.placeholder ? UNKNOWN_WORDING : words;
  return [
    { item: { kind: 'attachment', ...origin, file }, estimate, elastic: rendered.placeholder },
    ...rendered.images.map(
      (image): SizedItem => ({
        item: { kind: 'image', ...origin, file },
        estimate: estimateImage(image, tokenizer),
        elastic: false,
      }),
    ),
  ];
}

function attachedFile(attachment: JsonObject | undefined): string | undefined {
  return (
    stringField(objectField(objectField(attachment, 'content'), 'file'), 'filePath') ??
    stringField(attachment, 'filename') ??
    stringField(attachment, 'path')
  );
}

function commandItem(entry: Entry, tokenizer: Tokenizer): SizedItem {
  const estimate = TEXT_OVERHEAD + estimateText(stringField(entry.value, 'content') ?? '', tokenizer);
  const item: TokenItem = {
    kind: 'user',
    entry,
    block: undefined,
    messageId: undefined,
    tool: undefined,
    toolUseId: undefined,
    file: undefined,
  };
  return { item, estimate, elastic: false };
}
