// Runs a sub-agent: writes its thread where the era keeps it [F2], and gives the result its caller sees [T5].
import type { JsonObject } from '../base/json.ts';
import type { ToolOutcome } from './render-call.ts';
import type { SessionWriter } from './session-writer.ts';
import type { AgentCall, Exchange } from './story.ts';
import { present, ThreadWriter } from './thread-writer.ts';
import { textTokens } from './token-meter.ts';
import { writeAgentProgress } from './write-progress.ts';
import { userBody, writeQueueOperation, writeUserText } from './write-prompt.ts';

/** Handed in by the caller, because an exchange can run an agent whose exchanges run agents. */
export type ExchangeWriter = (thread: ThreadWriter, exchange: Exchange) => void;

export function agentInput(call: AgentCall): JsonObject {
  return {
    description: call.description,
    prompt: call.prompt,
    subagent_type: call.kind,
    ...(call.background ? { run_in_background: true } : {}),
  };
}

export function runAgent(
  caller: ThreadWriter,
  call: AgentCall,
  toolId: string,
  useUuid: string,
  write: ExchangeWriter,
): ToolOutcome {
  const { session } = caller;
  const { era } = session;
  const background = call.background === true && era.agents.layout !== 'main-file';
  const startedAt = session.now;
  const before = { ...session.ledger };
  const agent = openThread(caller, newAgentId(session));
  writeThread(agent, call, write);
  const finishedAt = session.now;
  if (agent.agentId && !call.missing) keepAgent(caller, agent, call, toolId);
  if (background) {
    session.now = startedAt + 400;
    session.afterTurn.push(() => notify(session, agent, call, finishedAt, write));
    return launched(agent, call);
  }
  if (session.has('progress') && session.options.progress) {
    writeAgentProgress(caller, agent, call.prompt, toolId, useUuid);
  }
  const content = [{ type: 'text', text: call.report }];
  const { input, output, cacheRead, cacheWrite } = session.ledger;
  const called = era.agents.layout === 'main-file' ? {} : { status: 'completed', prompt: call.prompt };
  return {
    content,
    detail: {
      ...called,
      ...present({ agentId: agent.agentId, agentType: session.has('entrypoint') ? call.kind : undefined }),
      content,
      totalDurationMs: finishedAt - startedAt,
      totalTokens: agent.meter.context,
      totalToolUseCount: call.exchanges.reduce((sum, exchange) => sum + (exchange.calls?.length ?? 0), 0),
      usage: {
        input_tokens: input - before.input,
        cache_creation_input_tokens: cacheWrite - before.cacheWrite,
        cache_read_input_tokens: cacheRead - before.cacheRead,
        output_tokens: output - before.output,
      },
    },
  };
}

/** An agent that no one called: a warm-up, or one of the client's own [F4]. */
export function writeInternalAgent(
  session: SessionWriter,
  id: string,
  prompt: string,
  answer: string,
  write: ExchangeWriter,
): void {
  const now = session.now;
  const agent = openThread(session.main, id);
  writeUserText(agent, prompt);
  write(agent, { say: answer });
  session.now = now;
  session.files.push({ path: agentPath(session, id), kind: 'agent', text: agent.text() });
}

/** Undefined where agents have no file of their own, and no id. */
export function newAgentId(session: SessionWriter): string | undefined {
  const { layout, idLength } = session.era.agents;
  if (layout === 'main-file') return undefined;
  return idLength === 8 ? session.random.hex(8) : `a${session.random.hex(idLength - 1)}`;
}

function agentPath(session: SessionWriter, id: string): string {
  const flat = session.era.agents.layout === 'flat';
  return flat
    ? `${session.folder}/agent-${id}.jsonl`
    : `${session.folder}/${session.id}/subagents/agent-${id}.jsonl`;
}

function openThread(caller: ThreadWriter, id: string | undefined): ThreadWriter {
  const base = caller.session.random.int(5_000, 9_000);
  const shared = id === undefined ? { lines: caller.lines } : { agentId: id };
  return new ThreadWriter(caller.session, { base, cache: '5m', sidechain: true, ...shared });
}

function writeThread(agent: ThreadWriter, call: AgentCall, write: ExchangeWriter): void {
  const { session } = agent;
  session.pass(20, 120);
  agent.meter.add(textTokens(call.prompt));
  agent.link((uuid, timestamp) => userBody(session, call.prompt, uuid, timestamp));
  for (const exchange of call.exchanges) write(agent, exchange);
  write(agent, { say: call.report });
}

function keepAgent(caller: ThreadWriter, agent: ThreadWriter, call: AgentCall, toolUseId: string): void {
  const { session } = agent;
  const path = agentPath(session, agent.agentId ?? '');
  session.files.push({ path, kind: 'agent', text: agent.text() });
  const { meta } = session.era.agents;
  if (meta.length === 0) return;
  const fields = {
    agentType: call.kind,
    description: call.description,
    toolUseId,
    spawnDepth: caller.sidechain ? 2 : 1,
  };
  const text = JSON.stringify(Object.fromEntries(meta.map((key) => [key, fields[key]])));
  session.files.push({ path: path.replace(/\.jsonl$/, '.meta.json'), kind: 'sidecar', text });
}

function launched(agent: ThreadWriter, call: AgentCall): ToolOutcome {
  const id = agent.agentId ?? '';
  const outputFile = `/tmp/claude-1000/tasks/${id}.output`;
  const text = `Async agent launched successfully.\nagentId: ${id} (internal ID - do not mention to user.)\nThe agent is working in the background. You will be notified automatically when it completes.\noutput_file: ${outputFile}`;
  return {
    content: [{ type: 'text', text }],
    detail: {
      isAsync: true,
      status: 'async_launched',
      agentId: id,
      description: call.description,
      prompt: call.prompt,
      outputFile,
    },
  };
}

function notify(
  session: SessionWriter,
  agent: ThreadWriter,
  call: AgentCall,
  finishedAt: number,
  write: ExchangeWriter,
): void {
  session.now = Math.max(session.now, finishedAt) + 800;
  const text = `<task-notification>\n<task-id>${agent.agentId}</task-id>\n<status>completed</status>\n<summary>Agent "${call.description}" completed</summary>\n<result>${call.report}</result>\n</task-notification>`;
  writeQueueOperation(session, 'enqueue', text);
  writeQueueOperation(session, 'dequeue');
  writeUserText(session.main, text);
  write(session.main, { say: `The background agent is done. In short:\n\n${call.report}` });
}
