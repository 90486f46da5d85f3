// Views of the tools that start agents and write to them: Task, Agent and SendMessage.
import { asObject, type JsonObject, numberField, objectField, stringField } from '../../base/json.ts';
import { contentText } from '../../log/block.ts';
import type { ToolCall } from '../tool-calls.ts';

export interface AgentCallView {
  readonly tool: 'Agent';
  readonly agentType: string | undefined;
  readonly description: string | undefined;
  readonly prompt: string | undefined;
  readonly model: string | undefined;
  /** The name that other agents write to, for members of a team and agents called by name. */
  readonly name: string | undefined;
  readonly teamName: string | undefined;
  readonly agentId: string | undefined;
  readonly agentStatus: string | undefined;
  /** Started in the background: the result says only that it runs, a notification reports its end [T5]. */
  readonly isAsync: boolean;
  readonly totalTokens: number | undefined;
  readonly totalToolUses: number | undefined;
  readonly totalDurationMs: number | undefined;
  readonly answer: string;
}

export interface SendMessageView {
  readonly tool: 'SendMessage';
  readonly recipient: string;
  readonly summary: string | undefined;
  readonly message: string;
  readonly delivered: boolean;
}

export function isAgentTool(name: string): boolean {
  return name === 'Task' || name === 'Agent';
}

/** The agent that a call started, by its result: the client's field, else the line in the text that names it. */
export function startedAgentId(call: ToolCall): string | undefined {
  const result = asObject(call.toolUseResult);
  const logged = stringField(result, 'agentId') ?? stringField(result, 'agent_id');
  if (logged !== undefined || !isAgentTool(call.name) || call.status !== 'ok') return logged;
  return AGENT_ID.exec(call.resultText)?.[1];
}

export function viewAgentCall(call: ToolCall): AgentCallView | undefined {
  const { input } = call;
  const prompt = stringField(input, 'prompt');
  const description = stringField(input, 'description');
  if (prompt === undefined && description === undefined) return undefined;
  const result = asObject(call.toolUseResult);
  return {
    tool: 'Agent',
    agentType: stringField(input, 'subagent_type') ?? stringField(result, 'agentType'),
    description,
    prompt,
    model: stringField(input, 'model') ?? stringField(result, 'resolvedModel'),
    name: stringField(input, 'name'),
    teamName: stringField(input, 'team_name') ?? stringField(result, 'team_name'),
    agentId: startedAgentId(call),
    agentStatus: stringField(result, 'status'),
    isAsync: result?.isAsync === true || stringField(result, 'status') === 'async_launched',
    totalTokens: numberField(result, 'totalTokens'),
    totalToolUses: numberField(result, 'totalToolUseCount'),
    totalDurationMs: numberField(result, 'totalDurationMs'),
    answer: result?.content === undefined ? call.resultText : contentText(result.content),
  };
}

export function viewSendMessage(call: ToolCall): SendMessageView | undefined {
  const { input } = call;
  const result = asObject(call.toolUseResult);
  const recipient =
    stringField(input, 'to') ??
    stringField(input, 'recipient') ??
    stringField(objectField(result, 'routing'), 'target');
  if (recipient === undefined) return undefined;
  return {
    tool: 'SendMessage',
    recipient,
    summary: stringField(input, 'summary'),
    message: messageText(input),
    delivered: call.status === 'ok' && result?.success !== false,
  };
}

const AGENT_ID = /^agentId: ([\w@.-]{1,80})/m;

// `message` may be an object for requests between members of a team (shutdown, approval of a plan).
function messageText(input: JsonObject): string {
  const text = stringField(input, 'message') ?? stringField(input, 'content');
  return text ?? stringField(objectField(input, 'message'), 'type') ?? '';
}
