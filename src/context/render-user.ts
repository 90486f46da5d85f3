// Renders a user entry's blocks as they are sent: blank texts gone, results tidied, notifications marked as such.
import { isObject, type JsonObject, objectField, stringField } from '../base/json.ts';
import { isImage, isText, isToolResult } from '../log/block.ts';
import type { ClientBehaviour } from './client-behaviour.ts';
import { NOTIFICATION_HEAD, REFERENCES_REMOVED, REFERENCES_WITHOUT_SEARCH, reminder, TOOL_LOADED } from './inventions.ts';
import type { Item } from './item.ts';
import { type Piece, textPiece } from './sent-message.ts';

export interface RenderOptions {
  /** Tools the resuming client has, by name. */
  readonly tools: ReadonlySet<string>;
  readonly behaviour: ClientBehaviour;
}

export function renderUser(item: Item, options: RenderOptions): Piece[] {
  const entries = item.entry ? [item.entry] : [];
  const notification = stringField(objectField(item.entry?.value, 'origin'), 'kind') === 'task-notification';
  const pieces: Piece[] = [];
  let loadsTools = false;
  for (const block of item.blocks) {
    if (isText(block)) {
      if (block.text.trim() === '' && options.behaviour.emptyText === 'dropped') continue;
      const marked = notification ? { ...block, text: reminder(NOTIFICATION_HEAD + block.text) } : block;
      pieces.push({ block: marked, entries });
    } else if (isToolResult(block)) {
      const result = tidyResult(block, options);
      loadsTools ||= resultBlocks(result).some(isReference);
      pieces.push({ block: result, entries });
    } else if (isImage(block) && options.behaviour.promptImages === 'named') {
      pieces.push({ block: { type: 'text', text: '[image]' }, entries });
    } else pieces.push({ block, entries });
  }
  if (loadsTools) pieces.push(textPiece(TOOL_LOADED));
  return pieces;
}

/** References to tools the client lacks go; so do images of an error [resume R19]. */
function tidyResult(result: JsonObject, { tools, behaviour }: RenderOptions): JsonObject {
  const blocks = resultBlocks(result);
  if (blocks.length === 0) return result;
  const searches = behaviour.toolReferences === 'sent';
  const has = (block: JsonObject) => searches && tools.has(stringField(block, 'tool_name') ?? '');
  const known = blocks.filter((block) => !isReference(block) || has(block));
  const notice = searches ? REFERENCES_REMOVED : REFERENCES_WITHOUT_SEARCH;
  const kept = known.length > 0 ? known : [{ type: 'text', text: notice }];
  const content = result.is_error === true ? kept.filter((block) => !isImage(block)) : kept;
  return content.length === blocks.length && known.length > 0 ? result : { ...result, content };
}

function resultBlocks(result: JsonObject): readonly JsonObject[] {
  return Array.isArray(result.content) ? result.content.filter(isObject) : [];
}

function isReference(block: JsonObject): boolean {
  return block.type === 'tool_reference';
}
