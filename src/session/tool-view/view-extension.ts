// Views of calls that run something installed: skills, slash commands and the tools of MCP servers.
import { asObject, type JsonObject, stringField } from '../../base/json.ts';
import type { ToolCall } from '../tool-calls.ts';

export interface SkillView {
  readonly tool: 'Skill';
  readonly skill: string;
  readonly args: string | undefined;
}

export interface SlashCommandView {
  readonly tool: 'SlashCommand';
  readonly command: string;
}

export interface McpView {
  readonly tool: 'mcp';
  readonly server: string;
  readonly mcpTool: string;
  readonly input: JsonObject;
  readonly answer: string;
}

export function viewSkill(call: ToolCall): SkillView | undefined {
  const result = asObject(call.toolUseResult);
  const skill =
    stringField(call.input, 'skill') ??
    stringField(call.input, 'command') ??
    stringField(result, 'commandName');
  return skill === undefined ? undefined : { tool: 'Skill', skill, args: stringField(call.input, 'args') };
}

export function viewSlashCommand(call: ToolCall): SlashCommandView | undefined {
  const command = stringField(call.input, 'command');
  return command === undefined ? undefined : { tool: 'SlashCommand', command };
}

/** `mcp__server__tool`: the server's own name may hold single underscores, the tool's also double ones. */
export function viewMcp(call: ToolCall): McpView | undefined {
  const parts = /^mcp__(.+?)__(.+)$/s.exec(call.name);
  const [server, mcpTool] = [parts?.[1], parts?.[2]];
  if (server === undefined || mcpTool === undefined) return undefined;
  return { tool: 'mcp', server, mcpTool, input: call.input, answer: call.resultText };
}
