// One short line, for people, that says what a tool call did: `Read src/a.ts 40–80`, `Bash npm test`.
import { stringField } from '../../base/json.ts';
import { stripToLine } from '../../base/strip-controls.ts';
import type { ToolCall } from '../tool-calls.ts';
import type { ReadView } from './view-read.ts';
import type { TodoWriteView } from './view-task-list.ts';
import { type ToolView, viewToolCall } from './view-tool-call.ts';

const MAX_LENGTH = 120;

/** The line holds no control characters and no line breaks, whatever the session holds. */
export function summariseToolCall(call: ToolCall, view: ToolView = viewToolCall(call)): string {
  const what = describe(view, (path) => shortPath(path, call.entry.value.cwd));
  return oneLine(what === '' ? call.name : `${labelOf(call, view)} ${what}`, MAX_LENGTH);
}

/** The text on one line, without anything that steers a terminal, cut to a number of characters. */
export function oneLine(text: string, maxLength: number): string {
  // Cut first: the text may be megabytes long, and white space at its start may be all that is cut.
  const line = stripToLine(text.slice(0, maxLength * 8));
  const characters = [...line];
  return characters.length > maxLength ? `${characters.slice(0, maxLength - 1).join('')}…` : line;
}

function labelOf(call: ToolCall, view: ToolView): string {
  if (view.tool === 'mcp') return view.server;
  return view.tool === 'Agent' ? 'Agent' : call.name;
}

function describe(view: ToolView, short: (path: string) => string): string {
  switch (view.tool) {
    case 'Bash':
      return view.command;
    case 'TaskOutput':
    case 'TaskStop':
      return view.command ?? view.taskId;
    case 'Read':
      return `${short(view.path)}${rangeOf(view)}`;
    case 'LS':
      return short(view.path);
    case 'Write':
    case 'Edit':
    case 'MultiEdit':
    case 'NotebookEdit':
      return short(view.path);
    case 'Grep':
      return `${view.pattern}${inPlace(view.path && short(view.path), view.glob)}`;
    case 'Glob':
      return `${view.pattern}${inPlace(view.path && short(view.path), undefined)}`;
    case 'WebFetch':
      return view.url;
    case 'WebSearch':
    case 'ToolSearch':
      return view.query;
    case 'Agent':
      return [view.name ?? view.agentType, view.description ?? view.prompt].filter(Boolean).join(': ');
    case 'SendMessage':
      return `to ${view.recipient}: ${view.summary ?? view.message}`;
    case 'TodoWrite':
      return currentTodo(view);
    case 'TaskCreate':
      return view.subject;
    case 'TaskUpdate':
      return [`#${view.taskId}`, view.subject, view.status].filter(Boolean).join(' ');
    case 'TaskGet':
      return `#${view.taskId}`;
    case 'AskUserQuestion':
      return view.questions.map((asked) => asked.question).join(' · ');
    case 'ExitPlanMode':
      return view.plan.split('\n', 1)[0]?.replace(/^#+\s*/, '') ?? '';
    case 'Skill':
      return [view.skill, view.args].filter(Boolean).join(' ');
    case 'SlashCommand':
      return view.command;
    case 'mcp':
      return view.mcpTool;
    case 'raw':
      return firstText(view.input);
    case 'EnterPlanMode':
    case 'TaskList':
      return '';
  }
}

function rangeOf(view: ReadView): string {
  const from = view.offset ?? 1;
  if (view.limit !== undefined) return ` ${from}–${from + view.limit - 1}`;
  return view.offset === undefined ? '' : ` ${from}–`;
}

function inPlace(path: string | undefined, glob: string | undefined): string {
  const place = [path, glob].filter(Boolean).join(' ');
  return place === '' ? '' : ` in ${place}`;
}

function currentTodo(view: TodoWriteView): string {
  const done = view.after.filter((todo) => todo.status === 'completed').length;
  const now = view.after.find((todo) => todo.status === 'in_progress');
  return `${done}/${view.after.length}${now ? ` ${now.text}` : ''}`;
}

function firstText(input: ToolCall['input']): string {
  for (const key of Object.keys(input)) {
    const text = stringField(input, key);
    if (text) return text;
  }
  return '';
}

function shortPath(path: string, cwd: unknown): string {
  if (typeof cwd !== 'string' || cwd === '' || !path.startsWith(cwd)) return path;
  const rest = path.slice(cwd.length);
  if (/^[/\\]./.test(rest)) return rest.slice(1);
  return /[/\\]$/.test(cwd) && rest !== '' ? rest : path;
}
