// Takes tool calls out of a session: a use and its results together, and what the client kept beside them.
import { asWords, stringField } from '../base/json.ts';
import { messageIdOf } from '../log/fields.ts';
import {
  blocksOf,
  type CallChoice,
  chooseCalls,
  isShareOfCalls,
  listCalls,
  markGone,
} from './choose-calls.ts';
import type { Cut, CutItem, CutSession } from './cut-session.ts';
import { editBlocks } from './edit-blocks.ts';
import type { Part } from './part.ts';
import { sentItems } from './sent-items.ts';

export interface RemoveCallsOptions extends CallChoice {
  /** Leaves a line of text in the place of each call, naming the line of the source that holds it. */
  readonly markers?: boolean;
}

export function removeToolCalls(session: CutSession, options: RemoveCallsOptions, part?: Part): Cut {
  const ids = isEvery(options) ? listIds(session) : chooseCalls(session, options);
  if (ids.size === 0) return { session, changes: {} };
  const unsent = findUnsent(session, part?.ends ?? true);
  const seen = new Set<string>();
  let removed = 0;
  const edited = editBlocks(session, (block, item) => {
    if (block.type === 'tool_result' && ids.has(asWords(block.tool_use_id))) return undefined;
    // What no client sends of the source must not come to light because its call is gone.
    if (unsent.has(item) && block.type === 'text' && callsOf(item).every((id) => ids.has(id)))
      return undefined;
    if (block.type !== 'tool_use' || !ids.has(asWords(block.id))) return block;
    // A call that was logged twice is one call, and is sent once.
    const again = seen.has(asWords(block.id));
    seen.add(asWords(block.id));
    if (!again) removed++;
    return options.markers && !again && !unsent.has(item) ? marker(asWords(block.name), item) : undefined;
  });
  const items = edited.items.filter((item) => !belongsTo(item, ids));
  const cut = { ...edited, items: dropResultFields(items, session.items) };
  const changes = { toolCalls: removed };
  if (!isShareOfCalls(session, options.reach)) return { session: cut, changes };
  const sent = listCalls(sentItems(session)).filter((call) => ids.has(call.id)).length;
  return { session: markGone(cut, sent), changes };
}

/** Without a choice there is nothing to measure: the sizes of calls are costly to tell. */
export function isEvery({ reach, tools, minSize, ids }: RemoveCallsOptions): boolean {
  return reach.kind === 'all' && tools === undefined && minSize === undefined && ids === undefined;
}

function listIds({ items }: CutSession): Set<string> {
  const ids = new Set<string>();
  for (const item of items) {
    if (item.role !== 'chain') continue;
    for (const block of blocksOf(item))
      if (block.type === 'tool_use' && typeof block.id === 'string') ids.add(block.id);
  }
  return ids;
}

function callsOf(item: CutItem): string[] {
  return blocksOf(item).flatMap((block) => (block.type === 'tool_use' ? [asWords(block.id)] : []));
}

// Lines whose calls were never answered are left out by every client, unless they end the session [R5].
function findUnsent(session: CutSession, ends: boolean): ReadonlySet<CutItem> {
  const answered = new Set<string>();
  const calling: CutItem[] = [];
  for (const item of session.items) {
    if (item.role !== 'chain') continue;
    let calls = false;
    for (const block of blocksOf(item)) {
      if (block.type === 'tool_result') answered.add(asWords(block.tool_use_id));
      else if (block.type === 'tool_use') calls = true;
    }
    if (calls) calling.push(item);
  }
  const last = ends
    ? session.items.findLast(({ role, value }) => role === 'chain' && value.type === 'assistant')?.entry
    : undefined;
  const lastId = last && messageIdOf(last);
  return new Set(
    calling.filter((item) => {
      if (callsOf(item).some((id) => answered.has(id))) return false;
      return lastId === undefined || !item.entry || messageIdOf(item.entry) !== lastId;
    }),
  );
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

// `toolUseResult` belongs to the result on its line; a line that lost it and kept other blocks has nothing to keep it for.
function dropResultFields(items: readonly CutItem[], before: readonly CutItem[]): readonly CutItem[] {
  const bare = (item: CutItem) =>
    item.value.toolUseResult !== undefined &&
    item.role === 'chain' &&
    !blocksOf(item).some((block) => block.type === 'tool_result');
  if (!items.some(bare)) return items;
  const untouched = new Set(before);
  return items.map((item) => {
    if (untouched.has(item) || !bare(item)) return item;
    const { toolUseResult: _, sourceToolAssistantUUID: __, ...rest } = item.value;
    return { ...item, value: rest };
  });
}
