// The rows of an assistant entry: its thinking, text and tool calls, block by block.
import { readImageInfo } from '../base/image-info.ts';
import { type JsonObject, stringField } from '../base/json.ts';
import { isToolUse } from '../log/block.ts';
import { modelOf, SYNTHETIC } from '../log/fields.ts';
import type { Entry } from '../log/line.ts';
import type { Row, RowSource, ThinkingRow } from './row.ts';
import { noticeRow, sourceOf } from './row-source.ts';
import type { ToolRows } from './tool-rows.ts';

export function assistantRows(entry: Entry, blocks: readonly JsonObject[], tools: ToolRows): Row[] {
  return blocks.flatMap((block) => blockRow(entry, block, tools) ?? []);
}

function blockRow(entry: Entry, block: JsonObject, tools: ToolRows): Row | undefined {
  const source = sourceOf(entry, [block]);
  switch (block.type) {
    case 'text':
      return {
        kind: 'text',
        ...source,
        text: stringField(block, 'text') ?? '',
        model: modelOf(entry),
        synthetic: modelOf(entry) === SYNTHETIC,
        apiError: entry.value.isApiErrorMessage === true,
      };
    case 'thinking':
    case 'redacted_thinking':
      return thinkingRow(source, block);
    case 'tool_use':
      return isToolUse(block) ? tools.rowOf(block) : unknownBlock(source, block);
    case 'image':
    case 'document':
      return { kind: 'image', ...source, image: readImageInfo(block) };
    case 'server_tool_use':
      return noticeRow(source, 'system', { label: `server tool ${stringField(block, 'name') ?? ''}` });
    case 'fallback':
      return noticeRow(source, 'model', { label: 'answered by another model than the one asked for' });
    default:
      return unknownBlock(source, block);
  }
}

/** A block of a type that is not known, or whose fields are not what they should be. */
export function unknownBlock(source: RowSource, block: JsonObject): Row {
  return {
    kind: 'unknown',
    ...source,
    what: 'block',
    type: stringField(block, 'type') ?? '(none)',
    value: block,
  };
}

function thinkingRow(source: RowSource, block: JsonObject): ThinkingRow {
  const text = stringField(block, 'thinking') ?? '';
  const hidden = block.type === 'redacted_thinking' ? 'redacted' : text === '' ? 'signature' : undefined;
  return { kind: 'thinking', ...source, text, hidden };
}
