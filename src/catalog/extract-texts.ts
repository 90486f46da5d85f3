// What a person would look for in a line: the one rule for the index, for snippets and for searches over the files.
import { asWords, isObject, type Json, type JsonObject, objectField, stringField } from '../base/json.ts';
import { wholeAt } from '../base/text-start.ts';
import { contentBlocks, contentText, isText } from '../log/block.ts';
import { messageOf } from '../log/fields.ts';
import type { Entry, Line } from '../log/line.ts';
import { userKind } from '../session/user-kind.ts';

export const TEXT_KINDS = [
  'prompt',
  'answer',
  'thinking',
  'tool-input',
  'tool-result',
  'summary',
  'title',
  'other',
] as const;

export type TextKind = (typeof TEXT_KINDS)[number];

/** `tool` says what a tool gave back, whatever role the API knows for it. */
export const TEXT_ROLES = ['user', 'assistant', 'tool', 'system'] as const;

export type TextRole = (typeof TEXT_ROLES)[number];

export interface ExtractedText {
  readonly kind: TextKind;
  readonly role: TextRole;
  readonly text: string;
  /** The entry that it stands in: a line can hold several [L1]. */
  readonly entry: Entry;
  /** The tool's name, for its input. A result names only the call. */
  readonly tool: string | undefined;
  readonly callId: string | undefined;
}

/** The texts of a line, in order; their number within the line is what the catalog keeps of them. */
export function extractTexts(line: Line): ExtractedText[] {
  return entriesOf(line).flatMap(entryTexts);
}

/** The entries of a line: one, none, or several that were joined [L1]. */
export function entriesOf(line: Line): readonly Entry[] {
  if (line.kind === 'entry') return [line];
  if (line.kind === 'blank') return [];
  const { place, raw, parts } = line;
  return parts.map(({ value }) => ({ kind: 'entry', place, raw, terminated: true, value }));
}

function entryTexts(entry: Entry): ExtractedText[] {
  const texts: ExtractedText[] = [];
  const add: Add = (kind, role, text, call) => {
    if (text === undefined || text === '') return;
    for (const piece of cutLong(withoutBase64(text))) {
      if (piece.trim() === '') continue;
      texts.push({ kind, role, text: piece, entry, tool: call?.tool, callId: call?.callId });
    }
  };
  const { value } = entry;
  switch (value.type) {
    case 'user':
      addUser(entry, add);
      break;
    case 'assistant':
      for (const block of contentBlocks(messageOf(entry)?.content)) addAnswer(block, add);
      break;
    case 'system':
      add('other', 'system', stringField(value, 'content'));
      break;
    case 'attachment':
      addAttachment(objectField(value, 'attachment'), add);
      break;
    case 'queue-operation':
      // In some clients the only place of a prompt that was typed while the model worked [U4].
      if (value.operation === 'enqueue') add('other', 'user', stringField(value, 'content'));
      break;
    case 'summary':
      add('title', 'system', stringField(value, 'summary'));
      break;
    case 'custom-title':
      add('title', 'user', stringField(value, 'customTitle'));
      break;
    case 'ai-title':
      add('title', 'system', stringField(value, 'aiTitle'));
      break;
    case 'agent-name':
      add('title', 'user', stringField(value, 'agentName'));
      break;
    case 'pr-link':
      add('other', 'system', stringField(value, 'prUrl'));
      break;
  }
  return texts;
}

interface Call {
  readonly tool?: string | undefined;
  readonly callId?: string | undefined;
}

type Add = (kind: TextKind, role: TextRole, text: string | undefined, call?: Call) => void;

function addUser(entry: Entry, add: Add): void {
  const content = messageOf(entry)?.content;
  const kind = userKind(entry);
  const own = contentText(content);
  switch (kind) {
    case 'prompt':
    case 'command':
    case 'shell-input':
    case 'agent-prompt':
      add('prompt', 'user', own);
      break;
    case 'compact-summary':
      add('summary', 'user', own);
      break;
    default:
      add('other', 'user', own);
  }
  for (const block of contentBlocks(content)) {
    if (block.type === 'tool_result') {
      add('tool-result', 'tool', contentText(block.content), { callId: stringField(block, 'tool_use_id') });
    } else if (block.type === 'document') {
      const source = objectField(block, 'source');
      if (source?.type === 'text') add('other', 'user', stringField(source, 'data'));
    }
  }
}

function addAnswer(block: JsonObject, add: Add): void {
  if (isText(block)) add('answer', 'assistant', block.text);
  else if (block.type === 'thinking') add('thinking', 'assistant', stringField(block, 'thinking'));
  else if (block.type === 'tool_use' || block.type === 'server_tool_use') {
    const call = { tool: stringField(block, 'name'), callId: stringField(block, 'id') };
    add('tool-input', 'assistant', leafText(block.input), call);
  } else if (stringField(block, 'tool_use_id') !== undefined) {
    // What the API's own tools found stands in the answer itself.
    const found = { callId: stringField(block, 'tool_use_id') };
    add('tool-result', 'tool', leafText(block.content, SERVER_FIELDS), found);
  }
}

const SERVER_FIELDS: ReadonlySet<string> = new Set(['text', 'title', 'url', 'content', 'stdout', 'stderr']);

function addAttachment(attachment: JsonObject | undefined, add: Add): void {
  if (!attachment) return;
  if (attachment.type === 'queued_command') add('prompt', 'user', contentText(attachment.prompt));
  else if (!INJECTED.test(asWords(attachment.type))) add('other', 'system', leafText(attachment, BODIES));
}

// What the client and its hooks tell the model by themselves, in every session the same: no one looks for it, and it would
// stand before everything else.
const INJECTED =
  /^(?:deferred_tools|agent_listing|mcp_|skill_|command_permissions|hook_|async_hook|nested_memory|task_|todo|plan_mode|auto_mode|date_change|output_style|critical_)/;
const BODIES: ReadonlySet<string> = new Set([
  'content',
  'text',
  'file',
  'filename',
  'filePath',
  'path',
  'snippet',
  'stdout',
  'stderr',
  'plan',
  'planContent',
]);

/** The strings and numbers inside a value, a line each; `fields` are those looked into, without it all are. */
function leafText(value: Json | undefined, fields?: ReadonlySet<string>): string {
  const leaves: string[] = [];
  // With a list, not by recursion: nothing stops an input from being a thousand levels deep.
  const left: (Json | undefined)[] = [value];
  while (left.length > 0) {
    const next = left.pop();
    if (typeof next === 'string') {
      if (!isBase64(next)) leaves.push(next);
    } else if (typeof next === 'number') leaves.push(String(next));
    else if (Array.isArray(next)) for (let i = next.length - 1; i >= 0; i--) left.push(next[i]);
    else if (isObject(next)) {
      const keys = Object.keys(next);
      for (let i = keys.length - 1; i >= 0; i--) {
        const key = keys[i] as string;
        if (!fields || fields.has(key)) left.push(next[key]);
      }
    }
  }
  return leaves.join('\n');
}

const LEAST_BASE64 = 512;

function isBase64(text: string): boolean {
  return text.length >= LEAST_BASE64 && /^[A-Za-z0-9+/_-]{76}/.test(text) && /^[\w+/=\s-]+$/.test(text);
}

/** Pictures inside a text are not words. */
function withoutBase64(text: string): string {
  if (isBase64(text)) return '';
  if (!text.includes(';base64,')) return text;
  return text.replace(/;base64,[A-Za-z0-9+/=]{256,}/g, ';base64,…');
}

/** A text that is longer is several, so that one line of hundreds of megabytes is still an ordinary day [L2]. */
export const MAX_TEXT: number = 1 << 20;

function cutLong(text: string): string[] {
  if (text.length <= MAX_TEXT) return [text];
  const pieces: string[] = [];
  let at = 0;
  while (text.length - at > MAX_TEXT) {
    const space = Math.max(text.lastIndexOf('\n', at + MAX_TEXT), text.lastIndexOf(' ', at + MAX_TEXT));
    const end = space > at + MAX_TEXT / 2 ? space : wholeAt(text, at + MAX_TEXT);
    pieces.push(text.slice(at, end));
    at = end;
  }
  return [...pieces, text.slice(at)];
}
