// Takes images out of prompts, results and attachments, and their copies beside the results; words say where they were.
import { isObject, type Json, type JsonObject, stringField } from '../base/json.ts';
import { arrayBlocks } from '../log/block.ts';
import { oldestTurns, type Reach } from './choose-turns.ts';
import type { Cut, CutItem, CutSession } from './cut-session.ts';
import { editBlocks } from './edit-blocks.ts';

/** `uuids` limits it to these entries. */
export function removeImages(
  session: CutSession,
  reach: Reach = { kind: 'all' },
  uuids?: ReadonlySet<string>,
): Cut {
  const last = oldestTurns(session, reach);
  const isMeant = (item: CutItem) =>
    item.turn <= last && (uuids === undefined || uuids.has(stringField(item.value, 'uuid') ?? ''));
  let images = 0;
  const remove = (): JsonObject => {
    images++;
    return { type: 'text', text: REMOVED };
  };
  const edited = editBlocks(session, (block, item) => {
    if (!isMeant(item)) return block;
    if (block.type === 'image') return remove();
    if (block.type !== 'tool_result' || !arrayBlocks(block.content).some(isImage)) return block;
    const content = (block.content as readonly Json[]).map((inner) => (isImage(inner) ? remove() : inner));
    return { ...block, content };
  });
  const items = edited.items.map((item) => {
    if (item.role !== 'chain' || !isMeant(item)) return item;
    const attached = emptyAttachment(item);
    if (attached !== item) images++;
    return emptyCopy(attached);
  });
  return images === 0 ? { session, changes: {} } : { session: { ...edited, items }, changes: { images } };
}

const REMOVED = '[image removed]';

function isImage(value: Json): boolean {
  return isObject(value) && value.type === 'image';
}

// Prompts typed while the model worked carry their images in an attachment [U4].
function emptyAttachment(item: CutItem): CutItem {
  const { attachment } = item.value;
  if (!isObject(attachment) || !arrayBlocks(attachment.prompt).some(isImage)) return item;
  const prompt = (attachment.prompt as readonly Json[]).map((block) =>
    isImage(block) ? { type: 'text', text: REMOVED } : block,
  );
  return { ...item, value: { ...item.value, attachment: { ...attachment, prompt } } };
}

// The client's own copy of an image that it read [T2], a record or the blocks of an MCP server: the shape stays, the bytes go.
function emptyCopy(item: CutItem): CutItem {
  const { toolUseResult } = item.value;
  if (Array.isArray(toolUseResult) && toolUseResult.some(isImage)) {
    const blocks = (toolUseResult as readonly Json[]).map((block) =>
      isImage(block) ? { type: 'text', text: REMOVED } : block,
    );
    return { ...item, value: { ...item.value, toolUseResult: blocks } };
  }
  if (!isObject(toolUseResult) || !isObject(toolUseResult.file)) return item;
  const { file } = toolUseResult;
  if (toolUseResult.type !== 'image' || typeof file.base64 !== 'string' || file.base64 === '') return item;
  return {
    ...item,
    value: { ...item.value, toolUseResult: { ...toolUseResult, file: { ...file, base64: '' } } },
  };
}
