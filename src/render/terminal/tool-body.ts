// What stands under the line of a tool call: the beginning of its result, in the form that suits the tool.
import { stripToLine } from '../../base/strip-controls.ts';
import type { Todo } from '../../session/tool-view/view-task-list.ts';
import type { ToolView } from '../../session/tool-view/view-tool-call.ts';
import type { ToolRow } from '../row.ts';
import { type CutText, firstLines } from './cut-lines.ts';
import { diffLines } from './diff-lines.ts';
import type { Paint } from './paint.ts';
import { safeOutput, safeText } from './safe-text.ts';

const SHORT = 4;
const ERROR = 8;
const DIFF = 16;
const LIST = 12;

export function toolBody(row: ToolRow, paint: Paint): CutText {
  const { call, view } = row;
  const most = (lines: number) => (paint.full ? Number.POSITIVE_INFINITY : lines);
  if (call.status === 'rejected' && !paint.full)
    return firstLines(safeText(remarkOf(call.resultText)), ERROR);
  // Of a change that was not made, what went wrong says more than the change.
  if (call.status !== 'ok' && call.status !== 'pending' && view.tool !== 'Bash') {
    if (paint.full) return fullBody(row, paint);
    return isShortError(row) ? NOTHING : firstLines(safeText(errorText(call.resultText)), ERROR);
  }
  const body = shortBody(view, row, most, paint);
  return paint.full && needsInput(view) ? withInput(row, body, paint) : body;
}

const SHORT_ERROR = 48;

/** Whether an error is said in the call's own line; a longer one stands under it. */
export function isShortError({ call, outcome }: ToolRow): boolean {
  return outcome.length <= SHORT_ERROR && !call.resultText.trim().includes('\n');
}

function shortBody(view: ToolView, row: ToolRow, most: (lines: number) => number, paint: Paint): CutText {
  const { call } = row;
  const { palette } = paint;
  const text = (content: string, lines: number) => firstLines(safeText(content), most(lines));
  switch (view.tool) {
    case 'Bash': {
      const failed = call.status !== 'ok';
      const output = [view.stdout, view.stderr].filter((part) => part.trim() !== '').join('\n');
      const shown = output === '' ? call.resultText : output;
      return firstLines(safeOutput(errorText(shown), palette.color), most(failed ? ERROR : SHORT));
    }
    case 'TaskOutput':
      return firstLines(safeOutput(view.output, palette.color), most(SHORT));
    case 'Edit':
    case 'MultiEdit':
    case 'Write':
    case 'NotebookEdit':
      return diffLines(view.hunks, most(view.created ? SHORT : DIFF), palette);
    case 'TodoWrite':
      return todoLines(view.after, most(LIST), paint);
    case 'TaskList':
      return todoLines(view.tasks, most(LIST), paint);
    case 'AskUserQuestion':
      return { lines: questionLines(view), left: 0 };
    case 'ExitPlanMode':
      return text(view.plan, LIST);
    case 'WebSearch':
      return text(view.links.map((link) => `${link.title ?? ''} ${link.url}`.trim()).join('\n'), SHORT);
    case 'WebFetch':
      return text(view.answer, SHORT);
    case 'Grep':
      return text(view.content || view.files.join('\n'), SHORT);
    case 'Glob':
      return text(view.files.join('\n'), SHORT);
    case 'Agent':
      // The agent's own strand ends with its answer; one in the background has none yet, only the client's instructions.
      return (row.agents.length > 0 || view.isAsync) && !paint.full ? NOTHING : text(view.answer, SHORT);
    case 'SendMessage':
      return text(view.message, SHORT);
    case 'mcp':
    case 'raw':
      return text(call.resultText, SHORT);
    // Their line says it all; the client's confirmation adds nothing.
    case 'Read':
    case 'LS':
    case 'TaskCreate':
    case 'TaskUpdate':
    case 'TaskGet':
    case 'TaskStop':
    case 'ToolSearch':
    case 'EnterPlanMode':
    case 'Skill':
    case 'SlashCommand':
      return paint.full ? text(call.resultText, 0) : NOTHING;
  }
}

const NOTHING: CutText = { lines: [], left: 0 };

// The line of a call cuts long commands, and shows of an unknown input only its first text.
function needsInput(view: ToolView): boolean {
  if (view.tool === 'Bash') return view.command.length > 60 || view.command.includes('\n');
  return view.tool === 'mcp' || view.tool === 'raw' || view.tool === 'Agent';
}

function withInput(row: ToolRow, body: CutText, paint: Paint): CutText {
  const { view, call } = row;
  const input =
    view.tool === 'Bash'
      ? view.command
      : view.tool === 'Agent' && row.agents.length > 0
        ? ''
        : JSON.stringify(call.input, null, 2);
  const lines = safeText(input)
    .split('\n')
    .filter((line, _, all) => all.length > 1 || line !== '');
  return { ...body, lines: [...lines.map((line) => paint.palette.faint(line)), ...body.lines] };
}

function fullBody(row: ToolRow, paint: Paint): CutText {
  const result = firstLines(safeText(errorText(row.call.resultText)), Number.POSITIVE_INFINITY);
  const { view } = row;
  const proposed =
    'hunks' in view ? diffLines(view.hunks, Number.POSITIVE_INFINITY, paint.palette).lines : [];
  return { lines: [...proposed, ...result.lines], left: 0 };
}

// The line of the call has the exit code already.
function errorText(text: string): string {
  return text.replace(/<\/?tool_use_error>/g, '').replace(/^(?:Error: )?Exit code \d{1,10}\n?/, '');
}

// The client tells the model at length that it was a no; of interest is what the person said to it.
function remarkOf(text: string): string {
  return /the user said:\s*([\s\S]*)$/.exec(text)?.[1] ?? '';
}

function todoLines(todos: readonly Todo[], most: number, { palette }: Paint): CutText {
  const shown = todos.slice(0, most);
  const lines = shown.map((todo) => {
    const text = safeText(todo.text).replace(/\s+/g, ' ');
    if (todo.status === 'completed') return palette.faint(`☑ ${text}`);
    return todo.status === 'in_progress' ? palette.strong(`◐ ${text}`) : `☐ ${text}`;
  });
  return { lines, left: todos.length - shown.length };
}

function questionLines(view: Extract<ToolView, { tool: 'AskUserQuestion' }>): string[] {
  return view.questions.flatMap((asked) => {
    const options = stripToLine(asked.options.map((option) => option.label).join(' · '));
    const answer = asked.answer === undefined ? '(no answer logged)' : stripToLine(asked.answer);
    return [`? ${stripToLine(asked.question)}`, ...(options === '' ? [] : [`  ${options}`]), `→ ${answer}`];
  });
}
