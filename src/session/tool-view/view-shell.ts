// Views of the shell tools: a command, a look at a background task's output, and its end.
import { asObject, type JsonObject, numberField, objectField, stringField } from '../../base/json.ts';
import type { ToolCall } from '../tool-calls.ts';
import { exitCodeOf } from '../tool-status.ts';

export interface ShellView {
  readonly tool: 'Bash';
  readonly command: string;
  readonly description: string | undefined;
  readonly stdout: string;
  /** Not a sign of failure: many tools write their progress here. */
  readonly stderr: string;
  readonly exitCode: number | undefined;
  /** The client's reading of a code other than 0, such as "No matches found". */
  readonly exitMeaning: string | undefined;
  readonly backgroundTaskId: string | undefined;
  /** Where the whole output lies when it was too large for the log [F3]. */
  readonly persistedOutputPath: string | undefined;
}

export interface TaskOutputView {
  readonly tool: 'TaskOutput';
  readonly taskId: string;
  readonly taskStatus: string | undefined;
  readonly command: string | undefined;
  readonly output: string;
  readonly exitCode: number | undefined;
}

export interface TaskStopView {
  readonly tool: 'TaskStop';
  readonly taskId: string;
  readonly command: string | undefined;
}

export function viewShell(call: ToolCall): ShellView | undefined {
  const command = stringField(call.input, 'command');
  if (command === undefined) return undefined;
  const result = asObject(call.toolUseResult);
  return {
    tool: 'Bash',
    command,
    description: stringField(call.input, 'description'),
    stdout: stringField(result, 'stdout') ?? call.resultText,
    stderr: stringField(result, 'stderr') ?? '',
    exitCode: shellExitCode(call, result),
    exitMeaning: stringField(result, 'returnCodeInterpretation'),
    backgroundTaskId: stringField(result, 'backgroundTaskId') ?? BACKGROUND.exec(call.resultText)?.[1],
    persistedOutputPath: stringField(result, 'persistedOutputPath') ?? PERSISTED.exec(call.resultText)?.[1],
  };
}

/** BashOutput (to 2.0.x) and TaskOutput: the former reads a shell, the latter a shell or an agent. */
export function viewTaskOutput(call: ToolCall): TaskOutputView | undefined {
  const taskId = taskIdOf(call.input);
  if (taskId === undefined) return undefined;
  const result = asObject(call.toolUseResult);
  const task = objectField(result, 'task') ?? result;
  const streams = [stringField(task, 'stdout'), stringField(task, 'stderr')].filter(Boolean).join('\n');
  return {
    tool: 'TaskOutput',
    taskId,
    taskStatus: stringField(task, 'status'),
    command: stringField(task, 'command') ?? stringField(task, 'description'),
    output: stringField(task, 'output') ?? (task ? streams : call.resultText),
    exitCode: numberField(task, 'exitCode'),
  };
}

/** KillBash, KillShell and TaskStop. */
export function viewTaskStop(call: ToolCall): TaskStopView | undefined {
  const taskId = taskIdOf(call.input);
  if (taskId === undefined) return undefined;
  const result = asObject(call.toolUseResult);
  return { tool: 'TaskStop', taskId, command: stringField(result, 'command') };
}

const BACKGROUND = /^Command (?:is )?running in background with ID: ([\w-]{1,80})/;
const PERSISTED = /^<persisted-output>\s*Output too large[^\n]{0,80}saved to: ([^\n]+)/;

// A command that ended well has its code nowhere; only where the result is plain success is 0 known.
function shellExitCode(call: ToolCall, result: JsonObject | undefined): number | undefined {
  const code = call.status === 'ok' ? exitCodeOf('', result) : exitCodeOf(call.resultText, result);
  if (code !== undefined || call.status !== 'ok') return code;
  const running = stringField(result, 'backgroundTaskId') ?? BACKGROUND.exec(call.resultText)?.[1];
  return running || stringField(result, 'returnCodeInterpretation') ? undefined : 0;
}

function taskIdOf(input: JsonObject): string | undefined {
  for (const key of ['task_id', 'bash_id', 'shell_id', 'agentId']) {
    const id = stringField(input, key);
    if (id !== undefined) return id;
  }
  return undefined;
}
