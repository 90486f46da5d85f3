// Writes what clients log while a tool runs: progress side branches (2.1.9 to 2.1.81) and the traces of hooks.
import type { JsonObject } from '../base/json.ts';
import type { Call } from './story.ts';
import type { ThreadWriter } from './thread-writer.ts';
import { writeAttachment } from './write-attachment.ts';

/** Progress hangs on the tool use; the result does too, so the parent has two children [G3]. */
export function writeToolProgress(thread: ThreadWriter, call: Call, toolId: string, useUuid: string): void {
  const { session } = thread;
  if (!session.has('progress') || !session.options.progress || thread.sidechain) return;
  let parent = useUuid;
  if (call.tool === 'Bash') {
    const lines = call.out.split('\n');
    for (let n = 0; n < session.random.int(1, 3); n++) {
      session.pass(900, 1100);
      const output = lines.slice(0, n * 4).join('\n');
      const elapsed = { elapsedTimeSeconds: n + 2, totalLines: Math.min(lines.length, n * 4) };
      const data = { type: 'bash_progress', output, fullOutput: output, ...elapsed };
      parent = writeProgress(thread, parent, data, `bash-progress-${n}`, toolId);
    }
  } else if (call.tool === 'Mcp') {
    const about = { serverName: call.server, toolName: call.name };
    parent = writeProgress(
      thread,
      parent,
      { type: 'mcp_progress', status: 'started', ...about },
      toolId,
      toolId,
    );
    session.pass(200, 1500);
    writeProgress(thread, parent, { type: 'mcp_progress', status: 'completed', ...about }, toolId, toolId);
  }
}

/** The agent's entries once more, inside progress entries of its caller [K3]. */
export function writeAgentProgress(
  caller: ThreadWriter,
  agent: ThreadWriter,
  prompt: string,
  toolId: string,
  useUuid: string,
): void {
  let parent = useUuid;
  const progressId = `agent_${caller.session.random.messageId()}`;
  for (const line of agent.lines) {
    const entry = JSON.parse(line) as JsonObject;
    if (entry.type !== 'user' && entry.type !== 'assistant') continue;
    const { type, timestamp, message, requestId, uuid } = entry;
    const copy: JsonObject = requestId
      ? { type, timestamp, message, requestId, uuid }
      : { type, message, uuid, timestamp };
    const agentId = agent.agentId ?? '';
    const data = { message: copy, normalizedMessages: [], type: 'agent_progress', prompt, agentId };
    parent = writeProgress(caller, parent, data, progressId, toolId);
  }
}

/** What a PostToolUse hook leaves behind. */
export function writeToolHook(thread: ThreadWriter, call: Call, toolId: string, resultUuid: string): void {
  const { session } = thread;
  if (call.tool !== 'Edit' || thread.sidechain) return;
  const hookName = 'PostToolUse:Edit';
  if (session.era.hooks === 'attachment') writeAttachment(thread, 'hook_success');
  else if (session.era.hooks === 'progress') {
    const data = {
      type: 'hook_progress',
      hookEvent: 'PostToolUse',
      hookName,
      command: 'npm run --silent format',
    };
    writeProgress(thread, resultUuid, data, toolId, toolId);
  } else if (session.era.hooks === 'text') {
    const bold = `\u001b[1m${hookName}\u001b[22m`;
    for (const content of [
      `Running ${bold}...`,
      `${bold} [npm run --silent format] completed successfully`,
    ]) {
      session.pass(10, 400);
      thread.link((uuid, timestamp) => ({
        type: 'system',
        content,
        isMeta: false,
        timestamp,
        uuid,
        toolUseID: toolId,
        level: 'info',
      }));
    }
  }
}

function writeProgress(
  thread: ThreadWriter,
  parent: string,
  data: JsonObject,
  toolUseID: string,
  parentToolUseID: string,
): string {
  return thread.link(
    (uuid, timestamp) => ({ type: 'progress', data, toolUseID, parentToolUseID, uuid, timestamp }),
    { parent, aside: true },
  );
}
