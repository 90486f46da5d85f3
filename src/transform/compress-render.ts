// Writes an exchange as plain text: what a summary is made of, and where later mentions of a name are looked for.
import { asWords, isObject, type JsonObject, stringField } from '../base/json.ts';
import { textEnd, textStart } from '../base/text-start.ts';
import { contentBlocks, contentText } from '../log/block.ts';
import { stripReminders } from '../session/strip-reminders.ts';
import { userKind } from '../session/user-kind.ts';
import { entryOf } from './compress-exchanges.ts';
import type { CutItem } from './cut-session.ts';

/** A result or an input longer than this is told by its ends: no summary of turns repeats a file. */
const MOST_RESULT = 8000;
const MOST_INPUT = 4000;

/** Thinking and the client's own reminders are left out; an empty text where nothing was said. */
export function renderItems(items: readonly CutItem[]): string {
  return items
    .flatMap(renderItem)
    .filter((text) => text !== '')
    .join('\n\n');
}

function renderItem(item: CutItem): string[] {
  const { type, message, attachment } = item.value;
  if (type === 'attachment') return [renderQueued(attachment as JsonObject | undefined)];
  if ((type !== 'user' && type !== 'assistant') || !isObject(message)) return [];
  const blocks = contentBlocks(message.content);
  if (type === 'assistant') return blocks.map(renderAnswer);
  const entry = entryOf(item);
  const kind = entry ? userKind(entry) : 'prompt';
  if (kind === 'meta' || kind === 'reminder') return [];
  const speaker = kind === 'compact-summary' ? 'SUMMARY OF WHAT CAME BEFORE' : 'USER';
  return blocks.map((block) => {
    if (block.type === 'tool_result') return renderResult(block);
    if (block.type === 'image' || block.type === 'document') return `USER: [${block.type}]`;
    const text = stripReminders(stringField(block, 'text') ?? '')
      .replace(SUMMARY_OPENING, '')
      .trim();
    return text === '' ? '' : `${speaker}: ${text}`;
  });
}

// The client's own first words of a summary say nothing of the session.
const SUMMARY_OPENING = /^This session is being continued from a previous conversation[^\n]*\n+/;

function renderAnswer(block: JsonObject): string {
  if (block.type === 'text') {
    const text = (stringField(block, 'text') ?? '').trim();
    return text === '' ? '' : `ASSISTANT: ${text}`;
  }
  if (block.type !== 'tool_use') return '';
  const input = isObject(block.input) ? block.input : {};
  const fields = Object.entries(input).map(([key, value]) =>
    typeof value === 'string' ? `${key}: ${clip(value, MOST_INPUT)}` : `${key}: ${JSON.stringify(value)}`,
  );
  return `CALL ${asWords(block.name)}\n${clip(fields.join('\n'), 2 * MOST_INPUT)}`;
}

function renderResult(block: JsonObject): string {
  const text = contentText(block.content).trim();
  const word = block.is_error === true ? 'ERROR' : 'RESULT';
  return text === '' ? `${word}: (no text)` : `${word}: ${clip(text, MOST_RESULT)}`;
}

// A prompt typed while the model worked exists only as an attachment [U4].
function renderQueued(attachment: JsonObject | undefined): string {
  if (attachment?.type !== 'queued_command') return '';
  const text = contentText(attachment.prompt).trim();
  return text === '' ? '' : `USER (while the assistant worked): ${text}`;
}

/** The beginning and the end of a long text, with a word on what is left out between them. */
export function clip(text: string, most: number): string {
  if (text.length <= most) return text;
  const head = Math.floor(most * 0.65);
  const tail = most - head;
  return `${textStart(text, head)}\n[… ${text.length - most} characters …]\n${textEnd(text, tail)}`;
}
