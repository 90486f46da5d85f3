// The list of things to do over time: whole lists of TodoWrite, and single changes of the task tools.
import type { Entry } from '../log/line.ts';
import type { ToolCall } from './tool-calls.ts';
import type { Todo } from './tool-view/view-task-list.ts';
import { viewToolCall } from './tool-view/view-tool-call.ts';

export type TodoChange = {
  readonly entry: Entry;
  readonly at: number | undefined;
} & (
  | { readonly kind: 'list'; readonly todos: readonly Todo[] }
  | { readonly kind: 'created'; readonly todo: Todo }
  | { readonly kind: 'updated'; readonly id: string; readonly change: Partial<Omit<Todo, 'id'>> }
);

export interface TodoHistory {
  readonly changes: readonly TodoChange[];
  /** The list as the last change left it; deleted tasks are gone. */
  readonly last: readonly Todo[];
}

/** Calls that failed, were rejected or have no result changed nothing. */
export function todoHistory(calls: readonly ToolCall[]): TodoHistory {
  const changes = calls.flatMap((call) => (call.status === 'ok' ? (changeOf(call) ?? []) : []));
  return { changes, last: todosAfter(changes) };
}

/** The list after these changes: all of them, or a part from the start to see it at an earlier time. */
export function todosAfter(changes: readonly TodoChange[]): Todo[] {
  let list: readonly Todo[] = [];
  const tasks = new Map<string, Todo>();
  for (const [at, change] of changes.entries()) {
    if (change.kind === 'list') list = change.todos;
    else if (change.kind === 'created') tasks.set(change.todo.id ?? `unknown ${at}`, change.todo);
    else if (change.change.status === 'deleted') tasks.delete(change.id);
    else {
      const known = tasks.get(change.id) ?? { id: change.id, text: '', status: 'pending', owner: undefined };
      tasks.set(change.id, { ...known, ...change.change });
    }
  }
  return [...list, ...tasks.values()];
}

function changeOf(call: ToolCall): TodoChange | undefined {
  const view = viewToolCall(call);
  const when = { entry: call.entry, at: call.endedAt ?? call.startedAt };
  if (view.tool === 'TodoWrite') return { ...when, kind: 'list', todos: view.after };
  if (view.tool === 'TaskCreate') {
    const todo: Todo = { id: view.taskId, text: view.subject, status: 'pending', owner: undefined };
    return { ...when, kind: 'created', todo };
  }
  if (view.tool !== 'TaskUpdate') return undefined;
  const change = {
    ...(view.subject === undefined ? {} : { text: view.subject }),
    ...(view.status === undefined ? {} : { status: view.status }),
    ...(view.owner === undefined ? {} : { owner: view.owner }),
  };
  return { ...when, kind: 'updated', id: view.taskId, change };
}
