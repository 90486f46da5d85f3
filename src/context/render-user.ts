// Renders a user entry's blocks as they are sent: blank texts gone, results tidied, notifications marked as such.
import { isObject, type JsonObject, objectField, stringField } from '../base/json.ts';
import { isImage, isText, isToolResult } from '../log/block.ts';
import type { ClientBehaviour } from './client-behaviour.ts';
import {
  NOTIFICATION_HEAD,
  REFERENCES_REMOVED,
  REFERENCES_WITHOUT_SEARCH,
  reminder,
  TOOL_LOADED,
} from './inventions.ts';
import type { Item } from './item.ts';
import { type Piece, textPiece } from './sent-message.ts';

export interface RenderOptions {
  /** Tools the resuming client has, by name. */
  readonly tools: ReadonlySet<string>;
  readonly behaviour: ClientBehaviour;
}

export function renderUser(item: Item, options: RenderOptions): Piece[] {
  const entries = item.entry ? [item.entry] : [];
  const isNotification =
    stringField(objectField(item.entry?.value, 'origin'), 'kind') === 'task-notification';
  const pieces: Piece[] = [];
  let loadsTools = false;
  for (const block of item.blocks) {
    if (isText(block)) {
      if (block.text.trim() === '' && item.isList && options.behaviour.blankText !== 'sent') continue;
      const marked = isNotification
        ? { ...block, text: markNotification(block.text, options.behaviour) }
        : block;
      pieces.push({ block: marked, entries });
    } else if (isToolResult(block)) {
      const result = tidyResult(block, options);
      loadsTools ||= resultBlocks(result).some(isReference);
      const sealed = options.behaviour.foldsInto === 'string-result' && Array.isArray(block.content);
      pieces.push({ block: result, entries, ...(sealed ? { sealed } : {}) });
    } else if (isImage(block) && options.behaviour.promptImages === 'named') {
      pieces.push({ block: { type: 'text', text: '[image]' }, entries });
    } else pieces.push({ block, entries });
  }
  if (loadsTools && options.behaviour.toolReferences === 'checked') pieces.push(textPiece(TOOL_LOADED));
  return pieces;
}

function markNotification(text: string, { notifications }: ClientBehaviour): string {
  if (notifications === 'plain') return text;
  const headed = NOTIFICATION_HEAD + text;
  return notifications === 'headed' ? headed : reminder(headed);
}

/** References to tools the client lacks go; so do images of an error [resume R19]. */
function tidyResult(result: JsonObject, options: RenderOptions): JsonObject {
  const blocks = resultBlocks(result);
  if (blocks.length === 0) return result;
  const kept = tidyReferences(blocks, options);
  const content = result.is_error === true ? kept.filter((block) => !isImage(block)) : kept;
  return content === blocks || sameBlocks(content, blocks) ? result : { ...result, content };
}

function tidyReferences(blocks: readonly JsonObject[], options: RenderOptions): readonly JsonObject[] {
  const rule = options.behaviour.toolReferences;
  if (rule === 'left' || !blocks.some(isReference)) return blocks;
  const known = (block: JsonObject) =>
    !isReference(block) || options.tools.has(stringField(block, 'tool_name') ?? '');
  const checked = rule === 'removed' ? blocks : blocks.filter(known);
  if (checked.length === 0) return [{ type: 'text', text: REFERENCES_REMOVED }];
  if (rule === 'checked') return checked;
  const bare = checked.filter((block) => !isReference(block));
  return bare.length > 0 ? bare : [{ type: 'text', text: REFERENCES_WITHOUT_SEARCH }];
}

function sameBlocks(a: readonly JsonObject[], b: readonly JsonObject[]): boolean {
  return a.length === b.length && a.every((block, index) => block === b[index]);
}

function resultBlocks(result: JsonObject): readonly JsonObject[] {
  return Array.isArray(result.content) ? result.content.filter(isObject) : [];
}

function isReference(block: JsonObject): boolean {
  return block.type === 'tool_reference';
}
