// The line of a tool call: its name, what it was about, and the few words worth reading about how it ended.
import { stripToLine } from '../../base/strip-controls.ts';
import { textStart } from '../../base/text-start.ts';
import type { WebToolRow } from '../../server/api.ts';

interface ToolLine {
  readonly name: string;
  /** Set as code. */
  readonly arg: string | undefined;
  /** Set as text. */
  readonly gist: string | undefined;
  /** Words in grey; silence means it worked. */
  readonly out: string;
  /** Words in vermilion. */
  readonly failure: string;
}

const NAMES: Readonly<Record<string, string>> = {
  // A tool may be called `constructor`.
  __proto__: null as never,
  TodoWrite: 'Todo',
  TodoRead: 'Todo',
  TaskCreate: 'New task',
  TaskUpdate: 'Task',
  TaskGet: 'Task',
  TaskList: 'Tasks',
  AskUserQuestion: 'Question',
  ExitPlanMode: 'Plan',
  EnterPlanMode: 'Plan mode',
  Task: 'Agent',
};
/** What these are about is prose, not code. */
const PROSE: ReadonlySet<string> = new Set([
  'Agent',
  'TodoWrite',
  'TaskCreate',
  'TaskUpdate',
  'TaskGet',
  'TaskList',
  'AskUserQuestion',
  'ExitPlanMode',
  'EnterPlanMode',
  'SendMessage',
  'WebSearch',
]);

export function describeToolLine(row: WebToolRow): ToolLine {
  const { view } = row;
  const words = about(row);
  const prose = PROSE.has(view.tool);
  return {
    name: nameOf(row),
    arg: prose ? undefined : words,
    gist: prose ? words : undefined,
    ...endingOf(row),
  };
}

function nameOf({ view, name }: WebToolRow): string {
  if (view.tool === 'mcp') return stripToLine(`mcp ${view.server} ${view.mcpTool}`);
  return NAMES[view.tool] ?? NAMES[name] ?? stripToLine(name);
}

function about(row: WebToolRow): string {
  const { view } = row;
  switch (view.tool) {
    case 'TodoWrite': {
      const done = view.after.filter((todo) => todo.status === 'completed').length;
      const now = view.after.find((todo) => todo.status === 'in_progress');
      return stripToLine(`${done} of ${view.after.length} done${now ? `, now: ${now.text}` : ''}`);
    }
    case 'WebFetch':
      return textStart(stripToLine(view.url.replace(/^https?:\/\/(?:www\.)?/, '')), 200);
    case 'Read': {
      const range = rangeOf(view.offset, view.limit);
      return stripToLine(`${afterLabel(row).replace(/ \d+–\d*$/, '')}${range}`);
    }
    case 'TaskUpdate':
      return afterLabel(row).replace(/\bin_progress$/, 'in progress');
    case 'mcp':
      return firstText(view.input);
    default:
      return afterLabel(row);
  }
}

// The summary begins with the tool's name.
function afterLabel({ summary }: WebToolRow): string {
  const space = summary.indexOf(' ');
  return space < 0 ? '' : stripToLine(summary.slice(space + 1));
}

function rangeOf(offset: number | undefined, limit: number | undefined): string {
  const from = offset ?? 1;
  if (limit !== undefined) return `:${from}-${from + limit - 1}`;
  return offset === undefined ? '' : `:${from}-`;
}

function firstText(input: Readonly<Record<string, unknown>>): string {
  for (const value of Object.values(input)) {
    if (typeof value === 'string' && value !== '') return textStart(stripToLine(textStart(value, 400)), 160);
  }
  return '';
}

function endingOf(row: WebToolRow): { readonly out: string; readonly failure: string } {
  const outcome = stripToLine(row.outcome);
  switch (row.status) {
    case 'pending':
      return { out: 'no result in the file', failure: '' };
    case 'rejected':
      return { out: '', failure: 'you said no' };
    case 'interrupted':
      return { out: '', failure: 'interrupted' };
    case 'error':
      return { out: '', failure: outcome.startsWith('exit') ? outcome : 'failed' };
    default:
      return { out: quietOutcome(outcome, row), failure: '' };
  }
}

function quietOutcome(outcome: string, { view }: WebToolRow): string {
  if (outcome === 'exit 0' || outcome === '200' || outcome === 'approved') return '';
  if (view.tool === 'Grep' && view.matches !== undefined && view.fileCount !== undefined) {
    return `${view.matches} in ${view.fileCount} ${view.fileCount === 1 ? 'file' : 'files'}`;
  }
  return outcome.replace(
    /^(\d+) tool calls?$/,
    (_, count: string) => `${count} ${count === '1' ? 'call' : 'calls'}`,
  );
}
