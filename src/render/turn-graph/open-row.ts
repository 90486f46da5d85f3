// A row of the graph opened: the messages of a turn or an agent, and the entries of each message with their lines.
import { asWords } from '../../base/json.ts';
import { contentText, entryBlocks } from '../../log/block.ts';
import { messageOf, parentUuidOf, systemSubtypeOf, timeOf, typeOf, uuidOf } from '../../log/fields.ts';
import type { Entry } from '../../log/line.ts';
import { joinMessages } from '../../session/messages.ts';
import { oneLine } from '../../session/tool-view/summarise-tool-call.ts';

export interface OpenRow {
  readonly messages: readonly GraphMessage[];
  /** Messages that are not told, because there are too many. */
  readonly more: number;
}

/** A message, or a run of other entries of one type between messages. */
export interface GraphMessage {
  readonly role: 'user' | 'assistant' | 'other';
  readonly words: string;
  readonly line: number;
  readonly time?: number;
  /** Tokens that the model wrote. */
  readonly tokens?: number;
  readonly failed: boolean;
  readonly entries: readonly GraphEntry[];
}

export interface GraphEntry {
  readonly line: number;
  readonly type: string;
  readonly words: string;
  readonly uuid?: string;
  readonly parentUuid?: string;
  readonly time?: number;
}

const MOST_MESSAGES = 300;
const MOST_ENTRIES = 1000;
const MOST_WORDS = 120;

export function openRow(entries: readonly Entry[]): OpenRow {
  const messageOfEntry = new Map<Entry, Group>();
  for (const { role, entries: own, usage } of joinMessages(entries)) {
    const group: Group = { role, entries: [], ...(usage ? { tokens: usage.output } : {}) };
    for (const entry of own) messageOfEntry.set(entry, group);
  }
  const groups = new Set<Group>();
  let last: Group | undefined;
  for (const entry of entries) {
    let group = messageOfEntry.get(entry);
    if (!group) {
      const run = last?.role === 'other' && typeOf(last.entries[0] as Entry) === typeOf(entry);
      group = run && last ? last : { role: 'other', entries: [] };
    }
    group.entries.push(entry);
    groups.add(group);
    last = group;
  }
  let left = MOST_ENTRIES;
  const messages: GraphMessage[] = [];
  for (const group of groups) {
    if (messages.length >= MOST_MESSAGES || left <= 0) break;
    messages.push(tellGroup(group, left));
    left -= group.entries.length;
  }
  return { messages, more: groups.size - messages.length };
}

interface Group {
  readonly role: GraphMessage['role'];
  readonly entries: Entry[];
  readonly tokens?: number;
}

function tellGroup({ role, entries, tokens }: Group, most: number): GraphMessage {
  const first = entries[0] as Entry;
  const time = timeOf(first);
  return {
    role,
    words: oneLine(groupWords(role, entries), MOST_WORDS),
    line: first.place.line,
    failed: entries.some((entry) => entryBlocks(entry).some((block) => block.is_error === true)),
    entries: entries.slice(0, most).map(tellEntry),
    ...(time === undefined ? {} : { time }),
    ...(role === 'assistant' && tokens !== undefined ? { tokens } : {}),
  };
}

function tellEntry(entry: Entry): GraphEntry {
  const [uuid, parentUuid, time] = [uuidOf(entry), parentUuidOf(entry), timeOf(entry)];
  return {
    line: entry.place.line,
    type: typeOf(entry),
    words: oneLine(entryWords(entry), MOST_WORDS),
    ...(uuid === undefined ? {} : { uuid }),
    ...(parentUuid === undefined ? {} : { parentUuid }),
    ...(time === undefined ? {} : { time }),
  };
}

// The text of a message says most; without one, what else it holds.
function groupWords(role: GraphMessage['role'], entries: readonly Entry[]): string {
  const [first] = entries;
  if (!first) return '';
  if (role === 'other')
    return entries.length === 1 ? entryWords(first) : `${entries.length} × ${typeOf(first)}`;
  const text = entries.map(textOf).find((words) => words.trim() !== '');
  if (text !== undefined) return text;
  return [...new Set(entries.map(entryWords))].join(', ');
}

function entryWords(entry: Entry): string {
  if (typeOf(entry) === 'system') return systemSubtypeOf(entry) ?? 'system';
  const blocks = entryBlocks(entry).map(({ type, name, text }) => {
    if (type === 'text' && typeof text === 'string') return text.slice(0, 2 * MOST_WORDS);
    if (type === 'tool_use') return typeof name === 'string' ? `calls ${name}` : 'a call';
    if (type === 'tool_result') return 'result';
    return asWords(type ?? 'block').replaceAll('_', ' ');
  });
  return blocks.length > 0 ? blocks.join(', ') : textOf(entry) || typeOf(entry);
}

function textOf(entry: Entry): string {
  return contentText(messageOf(entry)?.content).slice(0, 2 * MOST_WORDS);
}
