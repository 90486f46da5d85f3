// The hooks that ran, from the three places where clients of different ages log them.
import {
  arrayField,
  isObject,
  type JsonObject,
  numberField,
  objectField,
  stringField,
} from '../base/json.ts';
import { attachmentTypeOf, systemSubtypeOf, timeOf } from '../log/fields.ts';
import type { Entry } from '../log/line.ts';

export interface HookRun {
  /** Such as `PreToolUse` or `Stop`. */
  readonly event: string | undefined;
  readonly name: string | undefined;
  readonly command: string | undefined;
  /** `started` is a progress entry, which does not tell the end; `output` is what a hook handed to the session. */
  readonly outcome: 'ok' | 'error' | 'blocked' | 'started' | 'output';
  readonly exitCode: number | undefined;
  readonly durationMs: number | undefined;
  /** What it printed, said or complained about. */
  readonly text: string;
  readonly toolUseId: string | undefined;
  readonly entry: Entry;
  readonly at: number | undefined;
}

export function listHookRuns(entries: readonly Entry[]): HookRun[] {
  const runs: HookRun[] = [];
  for (const entry of entries) {
    const kind = attachmentTypeOf(entry);
    if (kind?.startsWith('hook_')) runs.push(fromAttachment(entry, kind));
    else if (systemSubtypeOf(entry) === 'stop_hook_summary')
      for (const run of fromSummary(entry)) runs.push(run);
    else if (entry.value.type === 'progress') {
      const data = objectField(entry.value, 'data');
      if (data?.type === 'hook_progress') runs.push(runOf(entry, data, 'started'));
    }
  }
  return runs;
}

function fromAttachment(entry: Entry, kind: string): HookRun {
  const attachment = objectField(entry.value, 'attachment') ?? {};
  if (kind === 'hook_success') return runOf(entry, attachment, 'ok');
  if (/block/.test(kind) && !/non_block/.test(kind)) return runOf(entry, attachment, 'blocked');
  return runOf(entry, attachment, /error|cancel/.test(kind) ? 'error' : 'output');
}

// One entry for all hooks of a stop: commands with their times, and errors that do not say which hook made them.
function fromSummary(entry: Entry): HookRun[] {
  const hooks = (arrayField(entry.value, 'hookInfos') ?? []).filter(isObject);
  const errors = (arrayField(entry.value, 'hookErrors') ?? []).map(textOf).filter((text) => text !== '');
  const blocked = entry.value.preventedContinuation === true;
  const outcome = blocked ? 'blocked' : errors.length > 0 ? 'error' : 'ok';
  return hooks.map((hook, at) => ({
    ...runOf(entry, hook, outcome),
    event: 'Stop',
    text:
      at === 0 ? [stringField(entry.value, 'stopReason') ?? '', ...errors].filter(Boolean).join('\n') : '',
  }));
}

function runOf(entry: Entry, fields: JsonObject, outcome: HookRun['outcome']): HookRun {
  const name = stringField(fields, 'hookName');
  const printed = ['content', 'stdout', 'stderr', 'blockingError'].map((key) => textOf(fields[key]));
  return {
    event: stringField(fields, 'hookEvent') ?? name?.split(':', 1)[0],
    name,
    command: stringField(fields, 'command'),
    outcome,
    exitCode: numberField(fields, 'exitCode'),
    durationMs: numberField(fields, 'durationMs'),
    text: [...new Set(printed.filter((text) => text !== ''))].join('\n'),
    toolUseId: stringField(fields, 'toolUseID') ?? stringField(entry.value, 'toolUseID'),
    entry,
    at: timeOf(entry),
  };
}

function textOf(value: unknown): string {
  if (typeof value === 'string') return value.trim();
  if (Array.isArray(value)) return value.map(textOf).filter(Boolean).join('\n');
  return isObject(value) ? (stringField(value, 'blockingError') ?? stringField(value, 'message') ?? '') : '';
}
