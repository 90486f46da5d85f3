// The row of an attachment entry: queued prompts, hooks and changed files in words; the client's lists as quiet notes.
import { arrayField, type JsonObject, numberField, objectField, stringField } from '../base/json.ts';
import { contentText } from '../log/block.ts';
import { attachmentTypeOf } from '../log/fields.ts';
import type { Entry } from '../log/line.ts';
import { isNotification } from '../session/is-notification.ts';
import { readNotification } from './notification.ts';
import type { Row } from './row.ts';
import { type NoticeWords, noticeRow, sourceOf } from './row-source.ts';

export function attachmentRow(entry: Entry): Row {
  const source = sourceOf(entry);
  const attachment = objectField(entry.value, 'attachment') ?? {};
  const kind = attachmentTypeOf(entry) ?? '';
  if (kind === 'queued_command') {
    const text = contentText(attachment.prompt);
    return isNotification(text)
      ? noticeRow(source, 'notification', readNotification(text))
      : { kind: 'prompt', ...source, promptKind: 'queued', text, reminders: [] };
  }
  if (kind.startsWith('hook_')) return noticeRow(source, 'hook', hookWords(kind, attachment));
  return noticeRow(source, MODES.has(kind) ? 'mode' : 'attachment', attachmentWords(kind, attachment));
}

const MODES: ReadonlySet<string> = new Set([
  'plan_mode',
  'plan_mode_exit',
  'plan_mode_reentry',
  'auto_mode',
  'auto_mode_exit',
]);

function hookWords(kind: string, attachment: JsonObject): NoticeWords {
  const name = stringField(attachment, 'hookName') ?? stringField(attachment, 'hookEvent') ?? '';
  const content = textOf(attachment.content);
  if (kind === 'hook_non_blocking_error' || kind === 'hook_blocking_error') {
    const code = numberField(attachment, 'exitCode');
    const text = stringField(attachment, 'stderr') ?? content;
    const ending = code === undefined ? '' : `, exit ${code}`;
    return { label: `hook ${name} failed${ending}`, text, severity: 'warning' };
  }
  if (kind === 'hook_system_message') return { label: `hook ${name}`, text: content };
  if (kind === 'hook_additional_context') return { label: `hook ${name} added`, text: content, quiet: true };
  return { label: `hook ${name}`, text: content || stringField(attachment, 'stdout'), quiet: true };
}

function attachmentWords(kind: string, attachment: JsonObject): NoticeWords {
  const name = stringField(attachment, 'displayPath') ?? stringField(attachment, 'filename');
  switch (kind) {
    case 'edited_text_file':
      return { label: `changed outside: ${name ?? ''}`, text: stringField(attachment, 'snippet') };
    case 'file':
      return { label: `file ${name ?? ''}`, text: fileText(attachment) };
    case 'nested_memory':
      return { label: `memory ${name ?? stringField(attachment, 'path') ?? ''}`, quiet: true };
    case 'plan_mode':
    case 'plan_mode_reentry':
      // A reminder of the mode; that it changed is said on its own.
      return { label: 'plan mode', quiet: true };
    case 'plan_mode_exit':
      return { label: 'plan mode ended' };
    case 'auto_mode':
      return { label: 'auto mode', quiet: true };
    case 'auto_mode_exit':
      return { label: 'auto mode ended' };
    case 'date_change':
      return { label: `the date is now ${stringField(attachment, 'newDate') ?? ''}`, quiet: true };
    default: {
      const names = arrayField(attachment, 'addedNames') ?? arrayField(attachment, 'addedTypes');
      const label = `${kind.replaceAll('_', ' ')}${names ? `, ${names.length} added` : ''}`;
      return { label, text: textOf(attachment.content), quiet: true };
    }
  }
}

function fileText(attachment: JsonObject): string | undefined {
  return stringField(objectField(objectField(attachment, 'content'), 'file'), 'content');
}

function textOf(content: JsonObject[string]): string | undefined {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return undefined;
  const lines = content.filter((line): line is string => typeof line === 'string');
  return lines.length > 0 ? lines.join('\n') : contentText(content);
}
