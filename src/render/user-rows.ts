// The rows of a user entry, by what it really is [U2]: a prompt with its images, or one of the client's many notes.
import { readImageInfo } from '../base/image-info.ts';
import { type JsonObject, stringField } from '../base/json.ts';
import { contentText, isText, isToolResult } from '../log/block.ts';
import type { Entry } from '../log/line.ts';
import { splitReminders } from '../session/strip-reminders.ts';
import { promptText } from '../session/turns.ts';
import { type UserKind, userKind } from '../session/user-kind.ts';
import { unknownBlock } from './assistant-rows.ts';
import { readNotification } from './notification.ts';
import type { PromptRow, Row } from './row.ts';
import { noticeRow, sourceOf } from './row-source.ts';
import { untag } from './tags.ts';
import type { ToolRows } from './tool-rows.ts';

/** `opens` says that the entry opens its turn: a command that no model answered is only a note. */
export function userRows(
  entry: Entry,
  blocks: readonly JsonObject[],
  tools: ToolRows,
  opens: boolean,
): Row[] {
  const texts = blocks.filter(isText);
  const others = blocks
    .filter((block) => !isText(block))
    .flatMap((block) => otherRow(entry, block, tools) ?? []);
  const kind = userKind(entry);
  const text = texts.length > 0 || kind === 'prompt' ? [textRow(entry, kind, texts, opens)] : [];
  return [...text, ...others];
}

// What is not text: pictures, and results. A result whose use is in the branch is shown with it.
function otherRow(entry: Entry, block: JsonObject, tools: ToolRows): Row | undefined {
  const source = sourceOf(entry, [block]);
  if (block.type === 'image' || block.type === 'document') {
    return { kind: 'image', ...source, image: readImageInfo(block) };
  }
  if (!isToolResult(block)) return unknownBlock(source, block);
  if (tools.callOf(block.tool_use_id)) return undefined;
  const label = `result of a tool call that is not here (${block.tool_use_id})`;
  return noticeRow(source, 'stray-result', { label, text: contentText(block.content), severity: 'warning' });
}

function textRow(entry: Entry, kind: UserKind, texts: readonly JsonObject[], opens: boolean): Row {
  const source = sourceOf(entry, texts);
  const text = texts.map((block) => stringField(block, 'text') ?? '').join('\n');
  if (kind === 'command' && !opens) return noticeRow(source, 'command', { label: promptText(entry) });
  switch (kind) {
    case 'prompt':
    case 'command':
    case 'shell-input':
    case 'agent-prompt':
      return {
        kind: 'prompt',
        ...source,
        promptKind: kind,
        text: promptText(entry),
        reminders: splitReminders(text).reminders.map(untag),
      };
    case 'command-output':
      return noticeRow(source, 'command-output', {
        label: 'output',
        text: untag(text),
        quiet: isCaveat(text) || untag(text) === '',
      });
    case 'shell-output':
      return noticeRow(source, 'shell-output', { label: 'output', text: untag(text) });
    case 'notification':
      return noticeRow(source, 'notification', readNotification(text));
    case 'interruption':
      return noticeRow(source, 'interruption', { label: interruptionLabel(text), severity: 'warning' });
    case 'compact-summary':
      return {
        kind: 'compaction',
        ...source,
        ...NO_FIGURES,
        scope: 'full',
        summary: text,
      };
    case 'reminder':
      return noticeRow(source, 'reminder', { label: 'reminder', text: untag(text), quiet: true });
    case 'meta':
      return noticeRow(source, 'meta', { label: 'added by the client', text, quiet: true });
    case 'warm-up':
      return noticeRow(source, 'meta', { label: 'warm-up', text, quiet: true });
    // Text beside a result: the client's words on it, or a person's remark.
    case 'tool-result':
      return remarkRow(entry, texts, text);
    case 'empty':
      return noticeRow(source, 'meta', { label: 'empty', quiet: true });
  }
}

function remarkRow(entry: Entry, texts: readonly JsonObject[], text: string): Row {
  const source = sourceOf(entry, texts);
  if (text.trimStart().startsWith('[Request interrupted')) {
    return noticeRow(source, 'interruption', { label: interruptionLabel(text), severity: 'warning' });
  }
  const { own, reminders } = splitReminders(text);
  if (own.trim() === '')
    return noticeRow(source, 'reminder', { label: 'reminder', text: untag(text), quiet: true });
  const row: PromptRow = {
    kind: 'prompt',
    ...source,
    promptKind: 'queued',
    text: own.trim(),
    reminders: reminders.map(untag),
  };
  return row;
}

const NO_FIGURES = {
  trigger: undefined,
  tokensBefore: undefined,
  tokensAfter: undefined,
  durationMs: undefined,
} as const;

// The client explains to the model that what follows was not typed to it; a person need not read that.
function isCaveat(text: string): boolean {
  return /^\s*(?:<local-command-caveat>|Caveat: )/.test(text);
}

function interruptionLabel(text: string): string {
  return text.includes('for tool use')
    ? 'interrupted by the person during a tool call'
    : 'interrupted by the person';
}
