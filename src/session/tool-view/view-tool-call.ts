// The typed view of any tool call: chosen by the tool's name, raw where the tool is unknown or its input is odd.
import type { Json, JsonObject } from '../../base/json.ts';
import type { ToolCall } from '../tool-calls.ts';
import {
  type AgentCallView,
  type SendMessageView,
  viewAgentCall,
  viewSendMessage,
} from './view-agent-call.ts';
import { type ChangeView, viewChange } from './view-change.ts';
import {
  type McpView,
  type SkillView,
  type SlashCommandView,
  viewMcp,
  viewSkill,
  viewSlashCommand,
} from './view-extension.ts';
import {
  type AskUserQuestionView,
  type EnterPlanModeView,
  type ExitPlanModeView,
  viewAskUserQuestion,
  viewEnterPlanMode,
  viewExitPlanMode,
} from './view-question.ts';
import { type ListView, type ReadView, viewList, viewRead } from './view-read.ts';
import {
  type GlobView,
  type GrepView,
  type ToolSearchView,
  viewGlob,
  viewGrep,
  viewToolSearch,
} from './view-search.ts';
import {
  type ShellView,
  type TaskOutputView,
  type TaskStopView,
  viewShell,
  viewTaskOutput,
  viewTaskStop,
} from './view-shell.ts';
import {
  type TaskCreateView,
  type TaskGetView,
  type TaskListView,
  type TaskUpdateView,
  type TodoWriteView,
  viewTaskCreate,
  viewTaskGet,
  viewTaskList,
  viewTaskUpdate,
  viewTodoWrite,
} from './view-task-list.ts';
import { viewWebFetch, viewWebSearch, type WebFetchView, type WebSearchView } from './view-web.ts';

/** A call that no view fits: its name, input and result as they are. */
export interface RawView {
  readonly tool: 'raw';
  readonly name: string;
  readonly input: JsonObject;
  readonly result: Json | undefined;
}

export type ToolView =
  | AgentCallView
  | AskUserQuestionView
  | ChangeView
  | EnterPlanModeView
  | ExitPlanModeView
  | GlobView
  | GrepView
  | ListView
  | McpView
  | RawView
  | ReadView
  | SendMessageView
  | ShellView
  | SkillView
  | SlashCommandView
  | TaskCreateView
  | TaskGetView
  | TaskListView
  | TaskOutputView
  | TaskStopView
  | TaskUpdateView
  | TodoWriteView
  | ToolSearchView
  | WebFetchView
  | WebSearchView;

/** Reads a call by the tool’s own fields: files, commands, diffs; what it does not know stays raw. */
export function viewToolCall(call: ToolCall): ToolView {
  const view = call.name.startsWith('mcp__') ? viewMcp(call) : VIEWS.get(call.name)?.(call);
  return view ?? { tool: 'raw', name: call.name, input: call.input, result: call.toolUseResult };
}

// A map, not an object: a tool may be called `constructor`.
const VIEWS: ReadonlyMap<string, (call: ToolCall) => ToolView | undefined> = new Map<
  string,
  (call: ToolCall) => ToolView | undefined
>([
  ['Agent', viewAgentCall],
  ['AgentOutputTool', viewTaskOutput],
  ['AskUserQuestion', viewAskUserQuestion],
  ['Bash', viewShell],
  ['BashOutput', viewTaskOutput],
  ['Edit', viewChange],
  ['EnterPlanMode', viewEnterPlanMode],
  ['ExitPlanMode', viewExitPlanMode],
  ['Glob', viewGlob],
  ['Grep', viewGrep],
  ['KillBash', viewTaskStop],
  ['KillShell', viewTaskStop],
  ['LS', viewList],
  ['MultiEdit', viewChange],
  ['NotebookEdit', viewChange],
  ['PowerShell', viewShell],
  ['Read', viewRead],
  ['SendMessage', viewSendMessage],
  ['Skill', viewSkill],
  ['SlashCommand', viewSlashCommand],
  ['Task', viewAgentCall],
  ['TaskCreate', viewTaskCreate],
  ['TaskGet', viewTaskGet],
  ['TaskList', viewTaskList],
  ['TaskOutput', viewTaskOutput],
  ['TaskStop', viewTaskStop],
  ['TaskUpdate', viewTaskUpdate],
  ['TodoWrite', viewTodoWrite],
  ['ToolSearch', viewToolSearch],
  ['WebFetch', viewWebFetch],
  ['WebSearch', viewWebSearch],
  ['Write', viewChange],
]);
