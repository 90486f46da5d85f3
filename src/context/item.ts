// The entries of a path that take part in the conversation, with their blocks at hand for the stages that follow.
import { type JsonObject, stringField } from '../base/json.ts';
import { entryBlocks, isToolResult } from '../log/block.ts';
import { messageIdOf, messageOf, modelOf, systemSubtypeOf } from '../log/fields.ts';
import type { Entry } from '../log/line.ts';
import type { ClientBehaviour } from './client-behaviour.ts';
import type { Node } from './read-nodes.ts';

export interface Item {
  /**
   * `command` is a system entry of subtype local_command: sent as user text, but no part of the talk. Other system
   * entries are `silent`.
   */
  readonly kind: 'user' | 'assistant' | 'attachment' | 'command' | 'silent';
  /** Undefined for what the client invents. */
  readonly entry: Entry | undefined;
  readonly blocks: readonly JsonObject[];
  /** The content was a list of blocks, not a string: blank texts of a string are sent. */
  readonly isList?: boolean;
  readonly id?: string | undefined;
  readonly model?: string | undefined;
}

/** Told of each entry that a stage leaves out, and why. */
export type Lose = (entry: Entry | undefined, reason: LossReason) => void;

export type LossReason =
  | 'compacted'
  | 'other-branch'
  | 'another-root'
  | 'broken-link'
  | 'parallel-call'
  | 'unanswered-call'
  | 'orphan-result'
  | 'repeated-block'
  | 'thinking-only'
  | 'foreign-thinking'
  | 'blank'
  | 'api-error'
  | 'not-sent';

export function listItems(path: readonly Node[], behaviour: ClientBehaviour): readonly Item[] {
  const items: Item[] = [];
  for (const { type, entry } of path) {
    if (type === 'attachment') {
      items.push({ kind: 'attachment', entry, blocks: [] });
    } else if (type !== 'system') {
      const assistant = type === 'assistant' ? { id: messageIdOf(entry), model: modelOf(entry) } : {};
      const isList = Array.isArray(messageOf(entry)?.content);
      items.push({ kind: type, entry, blocks: entryBlocks(entry), isList, ...assistant });
    } else if (systemSubtypeOf(entry) === 'local_command' && behaviour.localCommandEntries === 'sent') {
      const text = stringField(entry.value, 'content') ?? '';
      items.push({ kind: 'command', entry, blocks: [{ type: 'text', text }] });
    } else items.push({ kind: 'silent', entry, blocks: [] });
  }
  return items;
}

export function isResultItem(item: Item): boolean {
  return item.kind === 'user' && item.blocks.some(isToolResult);
}

/** Whether an item is one of the two that talk, not an attachment or a command's echo. */
export function isTalkItem(item: Item): boolean {
  return item.kind === 'user' || item.kind === 'assistant';
}
