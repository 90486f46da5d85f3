// A few words on how a tool call ended: `exit 1`, `+4 −2`, `12 matches`, `3 files`.
import { countOf } from '../../base/format-number.ts';
import type { ToolCall } from '../tool-calls.ts';
import { oneLine } from './summarise-tool-call.ts';
import { type ToolView, viewToolCall } from './view-tool-call.ts';

const MAX_LENGTH = 80;

/** Empty where the call went well and there is nothing to say about it. */
export function describeOutcome(call: ToolCall, view: ToolView = viewToolCall(call)): string {
  switch (call.status) {
    case 'pending':
      return 'no result';
    case 'rejected':
      return 'rejected';
    case 'interrupted':
      return 'interrupted';
    case 'error':
      return describeError(call, view);
    case 'ok':
      return oneLine(describeSuccess(view), MAX_LENGTH);
  }
}

function describeError(call: ToolCall, view: ToolView): string {
  if (view.tool === 'Bash' && view.exitCode !== undefined) return `exit ${view.exitCode}`;
  const text = call.resultText
    .replace(/^(?:\s|<tool_use_error>|Error:)+/, '')
    .replace('</tool_use_error>', '');
  return oneLine(text === '' ? 'error' : `error: ${text.split('\n', 1)[0]}`, MAX_LENGTH);
}

function describeSuccess(view: ToolView): string {
  switch (view.tool) {
    case 'Bash':
      if (view.backgroundTaskId !== undefined) return `in background, ${view.backgroundTaskId}`;
      return view.exitMeaning ?? (view.exitCode === undefined ? '' : `exit ${view.exitCode}`);
    case 'TaskOutput':
      return view.exitCode === undefined ? (view.taskStatus ?? '') : `exit ${view.exitCode}`;
    case 'TaskStop':
      return 'stopped';
    case 'Read':
      if (view.kind === 'image' || view.kind === 'pdf' || view.kind === 'notebook') return view.kind;
      if (view.kind === 'unchanged') return 'unchanged';
      return view.lines === undefined ? '' : countOf(view.lines, 'line');
    case 'Write':
    case 'Edit':
    case 'MultiEdit':
    case 'NotebookEdit':
      return `${view.created ? 'new, ' : ''}+${view.added} −${view.removed}`;
    case 'Grep':
      if (view.matches !== undefined) return countOf(view.matches, 'match', 'matches');
      if (view.lines !== undefined) return countOf(view.lines, 'line');
      return countOf(view.fileCount ?? 0, 'file');
    case 'Glob':
      return `${countOf(view.fileCount, 'file')}${view.truncated ? ', cut off' : ''}`;
    case 'WebFetch':
      return view.code === undefined ? '' : String(view.code);
    case 'WebSearch':
      return countOf(view.links.length, 'link');
    case 'ToolSearch':
      return countOf(view.matches.length, 'tool');
    case 'Agent':
      if (view.isAsync) return 'in background';
      return view.totalToolUses === undefined
        ? (view.agentStatus ?? '')
        : countOf(view.totalToolUses, 'tool call');
    case 'SendMessage':
      return view.delivered ? 'sent' : 'not sent';
    case 'TaskCreate':
      return view.taskId === undefined ? '' : `#${view.taskId}`;
    case 'TaskList':
      return countOf(view.tasks.length, 'task');
    case 'AskUserQuestion':
      return view.questions.flatMap((asked) => asked.answer ?? []).join(' · ');
    case 'ExitPlanMode':
      return 'approved';
    default:
      return '';
  }
}
