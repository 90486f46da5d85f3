// Joins entries into messages: one API answer is written as several lines, one content block each [M1].
import { append } from '../base/append.ts';
import { type JsonObject, stringField } from '../base/json.ts';
import { entryBlocks } from '../log/block.ts';
import { messageIdOf, messageOf, timestampOf } from '../log/fields.ts';
import type { Entry } from '../log/line.ts';
import { betterUsage, readUsage, type Usage } from './usage.ts';

/** A block of a message and the entry that holds it. */
export interface MessageBlock {
  readonly block: JsonObject;
  readonly entry: Entry;
}

/** One API message, joined from its entries [M1]. */
export interface Message {
  readonly role: 'user' | 'assistant';
  /** The API's id; user entries have none, and each is a message of its own. */
  readonly id: string | undefined;
  readonly entries: readonly Entry[];
  /** The union of the entries' blocks, in order, each once. */
  readonly blocks: readonly MessageBlock[];
  /** Blocks left out because another line of the message holds them too [M2]. */
  readonly repeated: readonly MessageBlock[];
  readonly model: string | undefined;
  readonly usage: Usage | undefined;
  readonly stopReason: string | undefined;
  /** Written by the client, not by a model [M6]: API errors and fixed phrases. */
  readonly apiError: boolean;
}

/** A message that entries are still added to. */
export interface MessageDraft extends Message {
  entries: Entry[];
  blocks: MessageBlock[];
  repeated: MessageBlock[];
  model: string | undefined;
  usage: Usage | undefined;
  stopReason: string | undefined;
  apiError: boolean;
}

/** Messages in the order of their first entries. Lines of one message need not be adjacent [M5]. */
export function joinMessages(entries: readonly Entry[]): Message[] {
  const messages: MessageDraft[] = [];
  const byId = new Map<string, MessageDraft>();
  const copies: Copies = new Map();
  for (let i = 0; i < entries.length; i++) {
    const entry = entries[i] as Entry;
    const role = entry.value.type;
    if (role !== 'user' && role !== 'assistant') continue;
    const id = role === 'assistant' ? messageIdOf(entry) : undefined;
    let message = id === undefined ? undefined : byId.get(id);
    if (!message) {
      message = newMessage(role, id);
      messages.push(message);
      if (id !== undefined) byId.set(id, message);
    }
    addEntry(message, entry, copies);
  }
  return messages;
}

/** The seeds' rule: the last entry with a stop reason, else the one with the most output tokens, the last of equals. */
export function finalEntry(message: Message): Entry {
  const stopped = message.entries.findLast((entry) => typeof messageOf(entry)?.stop_reason === 'string');
  if (stopped) return stopped;
  const output = (entry: Entry) => readUsage(messageOf(entry))?.output ?? 0;
  return message.entries.reduce((best, next) => (output(next) >= output(best) ? next : best));
}

/** A message without anything in it yet. */
export function newMessage(role: 'user' | 'assistant', id: string | undefined): MessageDraft {
  return {
    role,
    id,
    entries: [],
    blocks: [],
    repeated: [],
    model: undefined,
    usage: undefined,
    stopReason: undefined,
    apiError: false,
  };
}

/** Keys of the blocks seen so far, of messages with many. */
type Copies = Map<MessageDraft, Set<string>>;

function addEntry(message: MessageDraft, entry: Entry, copies: Copies): void {
  const body = messageOf(entry);
  message.model ??= stringField(body, 'model');
  message.usage = betterUsage(message.usage, readUsage(body));
  if (typeof body?.stop_reason === 'string') message.stopReason = body.stop_reason;
  if (entry.value.isApiErrorMessage === true) message.apiError = true;
  const blocks = entryBlocks(entry);
  for (let i = 0; i < blocks.length; i++)
    addBlock(message, { block: blocks[i] as JsonObject, entry }, copies);
  message.entries = append(message.entries, entry);
}

function addBlock(message: MessageDraft, added: MessageBlock, copies: Copies): void {
  const last = message.blocks.at(-1);
  if (last && message.id !== undefined && isCopy(message, added, copies)) message.repeated.push(added);
  else if (last && last.entry !== added.entry && extendsBlock(added.block, last.block)) {
    // A snapshot of the same block taken later in the stream: the longer one is the whole [M2].
    message.blocks[message.blocks.length - 1] = added;
    message.repeated.push(last);
  } else message.blocks = append(message.blocks, added);
}

/** Up to so many blocks, comparing each with each is sooner done than making keys of their texts. */
const FEW = 8;

// What was seen of a message is what it holds and what it left out.
function isCopy(message: MessageDraft, added: MessageBlock, copies: Copies): boolean {
  const { blocks, repeated } = message;
  if (blocks.length + repeated.length <= FEW) return isAmong(blocks, added) || isAmong(repeated, added);
  let keys = copies.get(message);
  if (!keys) {
    keys = new Set();
    for (const one of [...blocks, ...repeated]) keys.add(copyKey(one) ?? '');
    copies.set(message, keys);
  }
  const key = copyKey(added);
  if (key === undefined) return false;
  const isKnown = keys.has(key);
  keys.add(key);
  return isKnown;
}

function isAmong(blocks: readonly MessageBlock[], { block, entry }: MessageBlock): boolean {
  const identity = identityOf(block);
  if (identity === undefined) return false;
  for (const one of blocks) {
    if (one.block.type !== block.type || identityOf(one.block) !== identity) continue;
    if (block.type !== 'text' || timestampOf(one.entry) === timestampOf(entry)) return true;
  }
  return false;
}

function copyKey({ block, entry }: MessageBlock): string | undefined {
  const identity = identityOf(block);
  if (identity === undefined) return undefined;
  return block.type === 'text' ? `text ${timestampOf(entry)} ${identity}` : `${block.type} ${identity}`;
}

// Calls and signed thinking have an identity of their own; a text is only a copy if it was logged at the same moment.
function identityOf(block: JsonObject): string | undefined {
  if (block.type === 'tool_use') return stringField(block, 'id');
  const words = block.type === 'thinking' ? block.signature : block.type === 'text' ? block.text : undefined;
  return typeof words === 'string' && words !== '' ? words : undefined;
}

function extendsBlock(newer: JsonObject, older: JsonObject): boolean {
  if (newer.type !== older.type || (newer.type !== 'text' && newer.type !== 'thinking')) return false;
  const [long, short] = [newer.text ?? newer.thinking, older.text ?? older.thinking];
  if (typeof long !== 'string' || typeof short !== 'string') return false;
  return short !== '' && long.length > short.length && long.startsWith(short);
}
