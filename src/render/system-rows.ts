// The rows of a system entry [E2]: compactions, API errors with their retries, hooks, and the client's remarks.
import { arrayField, isObject, numberField, objectField, stringField } from '../base/json.ts';
import { systemSubtypeOf } from '../log/fields.ts';
import type { Entry } from '../log/line.ts';
import type { ApiIncident } from '../session/api-errors.ts';
import type { CompactionRow, Row } from './row.ts';
import { type NoticeWords, noticeRow, sourceOf } from './row-source.ts';
import { untag } from './tags.ts';

/** `incident` is the failure that an `api_error` entry belongs to: its first entry stands for all retries. */
export function systemRows(entry: Entry, incident: ApiIncident | undefined): Row[] {
  const source = sourceOf(entry);
  const content = stringField(entry.value, 'content');
  const subtype = systemSubtypeOf(entry);
  switch (subtype) {
    case 'compact_boundary':
    case 'microcompact_boundary':
      return [compactionRow(entry, subtype === 'compact_boundary' ? 'full' : 'micro')];
    // The turn's header says it.
    case 'turn_duration':
      return [];
    case 'api_error':
      if (incident && incident.entries[0] !== entry) return [];
      return [noticeRow(source, 'api-error', apiErrorWords(incident))];
    case 'stop_hook_summary':
      return [noticeRow(source, 'hook', stopHookWords(entry))];
    case 'local_command':
      return [noticeRow(source, 'command-output', localCommandWords(content ?? ''))];
    case 'away_summary':
      return [noticeRow(source, 'system', { label: 'while you were away', text: content })];
    case 'model_refusal_fallback':
      return [noticeRow(source, 'model', { label: refusalLabel(entry), text: content, severity: 'warning' })];
    case '(none)':
      // Clients 1.0.x log every hook that runs so.
      return [noticeRow(source, 'system', { label: 'note', text: content, quiet: isHookNote(content) })];
    default:
      return [noticeRow(source, 'system', { label: (subtype ?? '').replaceAll('_', ' '), text: content })];
  }
}

function compactionRow(entry: Entry, scope: CompactionRow['scope']): CompactionRow {
  const meta = objectField(entry.value, scope === 'full' ? 'compactMetadata' : 'microcompactMetadata');
  const before = numberField(meta, 'preTokens');
  const saved = numberField(meta, 'tokensSaved');
  return {
    kind: 'compaction',
    ...sourceOf(entry),
    scope,
    trigger: stringField(meta, 'trigger'),
    tokensBefore: before,
    tokensAfter:
      numberField(meta, 'postTokens') ??
      (before === undefined || saved === undefined ? undefined : before - saved),
    durationMs: numberField(meta, 'durationMs'),
    summary: undefined,
  };
}

function apiErrorWords(incident: ApiIncident | undefined): NoticeWords {
  if (!incident) return { label: 'API error', severity: 'error' };
  const { status, message, retries, maxRetries, outcome } = incident;
  const code = status === undefined ? '' : ` ${status}`;
  const most = maxRetries === undefined ? '' : ` of ${maxRetries}`;
  const tried = retries === 0 ? '' : `, retry ${retries}${most}`;
  const ending = outcome === 'open' ? '' : `, ${outcome}`;
  return {
    label: `API error${code}${message ? ` (${message})` : ''}${tried}${ending}`,
    severity: outcome === 'recovered' ? 'warning' : 'error',
  };
}

function stopHookWords(entry: Entry): NoticeWords {
  const errors = (arrayField(entry.value, 'hookErrors') ?? []).map((error) =>
    typeof error === 'string' ? error : JSON.stringify(error),
  );
  const stopped = entry.value.preventedContinuation === true;
  const commands = (arrayField(entry.value, 'hookInfos') ?? []).filter(isObject);
  const names = commands.flatMap((info) => stringField(info, 'command') ?? []).join(', ');
  return {
    label: `${stopped ? 'a stop hook stopped the model' : 'stop hooks ran'}: ${names}`,
    text: [...errors, stringField(entry.value, 'stopReason') ?? ''].filter(Boolean).join('\n'),
    quiet: errors.length === 0 && !stopped,
    severity: errors.length > 0 ? 'warning' : 'info',
  };
}

function localCommandWords(content: string): NoticeWords {
  const name = /<command-name>([^<]{1,200})<\/command-name>/.exec(content)?.[1]?.trim();
  if (name === undefined) return { label: 'output', text: untag(content), quiet: untag(content) === '' };
  const args = /<command-args>([^<]{0,2000})<\/command-args>/.exec(content)?.[1]?.trim();
  return { label: `${name.startsWith('/') ? name : `/${name}`}${args ? ` ${args}` : ''}` };
}

function refusalLabel(entry: Entry): string {
  const [from, to] = [stringField(entry.value, 'originalModel'), stringField(entry.value, 'fallbackModel')];
  return from && to ? `refused by ${from}, asked ${to}` : 'refused, asked another model';
}

// `PreToolUse:Bash [command] completed …`, with colours around the name. Bounded: the text may be large and hostile.
const HOOK_NOTE = /^(?:Running |.{0,12}[A-Za-z]{1,40}:\S{1,80}.{0,12} completed)/s;

function isHookNote(content: string | undefined): boolean {
  return content === undefined || HOOK_NOTE.test(content);
}
