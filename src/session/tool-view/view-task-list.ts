// Views of the tools that keep the list of things to do: TodoWrite, and TaskCreate, TaskUpdate, TaskList, TaskGet.
import {
  arrayField,
  asObject,
  isObject,
  type Json,
  type JsonObject,
  objectField,
  stringField,
} from '../../base/json.ts';
import type { ToolCall } from '../tool-calls.ts';

export interface Todo {
  readonly id: string | undefined;
  readonly text: string;
  readonly status: string;
  readonly owner: string | undefined;
}

export interface TodoWriteView {
  readonly tool: 'TodoWrite';
  /** Undefined where the result is not in the log. */
  readonly before: readonly Todo[] | undefined;
  readonly after: readonly Todo[];
}

export interface TaskCreateView {
  readonly tool: 'TaskCreate';
  readonly taskId: string | undefined;
  readonly subject: string;
  readonly description: string | undefined;
}

export interface TaskUpdateView {
  readonly tool: 'TaskUpdate';
  readonly taskId: string;
  readonly subject: string | undefined;
  readonly status: string | undefined;
  readonly statusBefore: string | undefined;
  readonly owner: string | undefined;
  readonly updatedFields: readonly string[];
}

export interface TaskListView {
  readonly tool: 'TaskList';
  readonly tasks: readonly Todo[];
}

export interface TaskGetView {
  readonly tool: 'TaskGet';
  readonly taskId: string;
  readonly task: Todo | undefined;
}

export function viewTodoWrite(call: ToolCall): TodoWriteView | undefined {
  const result = asObject(call.toolUseResult);
  const after = readTodos(arrayField(result, 'newTodos') ?? arrayField(call.input, 'todos'));
  return after && { tool: 'TodoWrite', before: readTodos(arrayField(result, 'oldTodos')), after };
}

export function viewTaskCreate(call: ToolCall): TaskCreateView | undefined {
  const subject = stringField(call.input, 'subject');
  if (subject === undefined) return undefined;
  const task = objectField(asObject(call.toolUseResult), 'task');
  const taskId = idOf(task?.id) ?? CREATED.exec(call.resultText)?.[1];
  return { tool: 'TaskCreate', taskId, subject, description: stringField(call.input, 'description') };
}

export function viewTaskUpdate(call: ToolCall): TaskUpdateView | undefined {
  const taskId = idOf(call.input.taskId);
  if (taskId === undefined) return undefined;
  const result = asObject(call.toolUseResult);
  const change = objectField(result, 'statusChange');
  return {
    tool: 'TaskUpdate',
    taskId,
    subject: stringField(call.input, 'subject'),
    status: stringField(change, 'to') ?? stringField(call.input, 'status'),
    statusBefore: stringField(change, 'from'),
    owner: stringField(call.input, 'owner'),
    updatedFields: (arrayField(result, 'updatedFields') ?? []).filter((field) => typeof field === 'string'),
  };
}

export function viewTaskList(call: ToolCall): TaskListView {
  const result = asObject(call.toolUseResult);
  return { tool: 'TaskList', tasks: readTodos(arrayField(result, 'tasks')) ?? [] };
}

export function viewTaskGet(call: ToolCall): TaskGetView | undefined {
  const taskId = idOf(call.input.taskId);
  if (taskId === undefined) return undefined;
  const task = objectField(asObject(call.toolUseResult), 'task');
  return { tool: 'TaskGet', taskId, task: task && readTodo(task) };
}

/** Items of either tool; undefined where there is no list, items without any text are left out. */
function readTodos(items: readonly Json[] | undefined): Todo[] | undefined {
  return items?.filter(isObject).flatMap((item) => readTodo(item) ?? []);
}

const CREATED = /^Task #(\w{1,40}) created/;

function readTodo(item: JsonObject): Todo | undefined {
  const text = stringField(item, 'content') ?? stringField(item, 'subject');
  if (text === undefined) return undefined;
  return {
    id: idOf(item.id),
    text,
    status: stringField(item, 'status') ?? 'pending',
    owner: stringField(item, 'owner'),
  };
}

function idOf(value: Json | undefined): string | undefined {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' ? value : undefined;
}
