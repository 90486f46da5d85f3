// Takes tool calls out of a session: a use and its results together, and what the client kept beside them.
import { stringField } from '../base/json.ts';
import { blocksOf, type CallChoice, chooseCalls } from './choose-calls.ts';
import type { Cut, CutItem, CutSession } from './cut-session.ts';
import { editBlocks } from './edit-blocks.ts';

export interface RemoveCallsOptions extends CallChoice {
  /** Leaves a line of text in the place of each call, naming the line of the source that holds it. */
  readonly markers?: boolean;
}

export function removeToolCalls(session: CutSession, options: RemoveCallsOptions): Cut {
  const ids = chooseCalls(session, options);
  if (ids.size === 0) return { session, changes: {} };
  let removed = 0;
  const edited = editBlocks(session, (block, item) => {
    if (block.type === 'tool_result' && ids.has(String(block.tool_use_id))) return undefined;
    if (block.type !== 'tool_use' || !ids.has(String(block.id))) return block;
    removed++;
    return options.markers ? marker(String(block.name), item) : undefined;
  });
  const items = edited.items.filter((item) => !belongsTo(item, ids));
  return { session: { ...edited, items: dropResultFields(items) }, changes: { toolCalls: removed } };
}

function marker(name: string, item: CutItem): { type: string; text: string } {
  return {
    type: 'text',
    text: `[${name} call removed; see line ${item.entry?.place.line ?? '?'} of the source session]`,
  };
}

// Progress of a call that is gone tells nothing.
function belongsTo(item: CutItem, ids: ReadonlySet<string>): boolean {
  if (item.value.type !== 'progress') return false;
  const id = stringField(item.value, 'parentToolUseID') ?? stringField(item.value, 'toolUseID');
  return id !== undefined && ids.has(id);
}

// `toolUseResult` belongs to the result on its line; a line that kept only other blocks has nothing to keep it for.
function dropResultFields(items: readonly CutItem[]): CutItem[] {
  return items.map((item) => {
    if (item.value.toolUseResult === undefined || item.role !== 'chain') return item;
    if (blocksOf(item).some((block) => block.type === 'tool_result')) return item;
    const { toolUseResult: _, sourceToolAssistantUUID: __, ...rest } = item.value;
    return { ...item, value: rest };
  });
}
