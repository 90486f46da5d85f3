// Writes one exchange: the answer's blocks, the tools it calls and their results, linked as the era links them [T4].
import type { Json, JsonObject } from '../base/json.ts';
import { type RenderedCall, renderCall, type ToolOutcome } from './render-call.ts';
import type { Call, Exchange } from './story.ts';
import { present, type ThreadWriter } from './thread-writer.ts';
import { textTokens } from './token-meter.ts';
import { agentInput, runAgent } from './write-agent.ts';
import { startAnswer, writeBlocks, writeSynthetic } from './write-answer.ts';
import { writeAttachment } from './write-attachment.ts';
import { writeToolHook, writeToolProgress } from './write-progress.ts';
import { trackedBackups, userBody, writeInterruption } from './write-prompt.ts';

export interface ExchangeOptions {
  /** The user pressed Esc while the text streamed, or while the tools ran. */
  readonly interrupt?: 'text' | 'tools';
  /** The session was killed before the results came. */
  readonly orphan?: boolean;
}

interface Use {
  readonly call: Call;
  readonly id: string;
  readonly rendered: RenderedCall | undefined;
  readonly block: JsonObject;
  /** The entry that holds the block, once it is written. */
  uuid: string;
}

const REJECTED =
  "The user doesn't want to proceed with this tool use. The tool use was rejected (eg. if it was a file edit, the new_string was NOT written to the file). STOP what you are doing and wait for the user to tell you how to proceed.";

export function writeExchange(thread: ThreadWriter, exchange: Exchange, options: ExchangeOptions = {}): void {
  const { session } = thread;
  const { era, random } = session;
  const lead = [thinkingBlock(thread, exchange), textBlock(exchange)].filter((b) => b !== undefined);
  const uses = (exchange.calls ?? []).map((call) => prepareUse(thread, call));
  const blocks = [...lead, ...uses.map((use) => use.block)];
  const stop = uses.length > 0 ? 'tool_use' : 'end_turn';
  if (options.interrupt === 'text') {
    writeCutText(thread, lead);
    return;
  }

  const answer = startAnswer(thread, blocks, stop);
  const joined = era.multiBlockLines && blocks.length > 1 && random.chance(0.25);
  const streamed = era.parallel === 'interleaved' && uses.length > 1 && random.chance(0.6);
  if (joined) {
    const uuid = writeBlocks(answer, blocks, true);
    for (const use of uses) use.uuid = uuid;
  } else {
    for (const [n, block] of lead.entries()) writeBlocks(answer, [block], n === blocks.length - 1);
    for (const use of uses) {
      use.uuid = writeBlocks(answer, [use.block], use === uses.at(-1));
      if (streamed && !options.orphan && !options.interrupt) finishUse(thread, use, runUse(thread, use));
    }
  }
  if (options.orphan || (streamed && !options.interrupt)) return;
  for (const use of uses.length > 1 ? random.shuffle(uses) : uses) {
    const rejected: ToolOutcome = { content: REJECTED, isError: true, detail: 'User rejected tool use' };
    finishUse(thread, use, options.interrupt === 'tools' ? rejected : runUse(thread, use));
  }
  if (options.interrupt === 'tools') writeInterruption(thread, true);
}

function prepareUse(thread: ThreadWriter, call: Call): Use {
  const { session } = thread;
  const id = session.random.toolId();
  const rendered = call.tool === 'Agent' ? undefined : renderCall(session, call, id);
  const name = rendered?.name ?? session.era.agents.tool;
  const input = rendered?.input ?? (call.tool === 'Agent' ? agentInput(call) : {});
  const caller = session.has('caller') ? { type: 'direct' } : undefined;
  return {
    call,
    id,
    rendered,
    block: { type: 'tool_use', id, name, input, ...present({ caller }) },
    uuid: '',
  };
}

function runUse(thread: ThreadWriter, use: Use): ToolOutcome {
  const { session } = thread;
  if (use.call.tool === 'Agent') return runAgent(thread, use.call, use.id, use.uuid, writeExchange);
  writeToolProgress(thread, use.call, use.id, use.uuid);
  session.pass(60, use.call.tool === 'Bash' ? 9000 : 700);
  return use.rendered?.outcome ?? { content: '' };
}

function finishUse(thread: ThreadWriter, use: Use, outcome: ToolOutcome): void {
  const { session } = thread;
  const { era } = session;
  const own = era.parallel !== 'chain';
  // Agents' own results carry no detail once they live in a folder.
  const detail = thread.agentId && era.agents.layout === 'folder' ? undefined : outcome.detail;
  const block: JsonObject = {
    tool_use_id: use.id,
    type: 'tool_result',
    content: outcome.content,
    ...(outcome.isError ? { is_error: true } : {}),
  };
  const size = typeof outcome.content === 'string' ? outcome.content : JSON.stringify(outcome.content);
  thread.meter.add(Math.min(textTokens(size), 9_000));
  const result = thread.link(
    (uuid, timestamp) => ({
      ...userBody(session, [block], uuid, timestamp),
      ...present({
        toolUseResult: detail,
        sourceToolAssistantUUID: session.has('sourceToolAssistantUUID') ? use.uuid : undefined,
      }),
    }),
    own ? { parent: use.uuid } : {},
  );
  if (use.call.tool === 'Edit') writeFileHistory(thread, use, use.call.path);
  if (use.call.tool === 'Skill') writeSkillBody(thread, use.call.body, use.id);
  if (session.options.hooks) writeToolHook(thread, use.call, use.id, result);
  if (session.options.attachments && !thread.sidechain && session.random.chance(0.15)) {
    writeAttachment(thread, session.random.pick(['task_reminder', 'edited_text_file']));
  }
}

function writeFileHistory(thread: ThreadWriter, use: Use, path: string): void {
  const { session } = thread;
  if (thread.sidechain || session.era.fileHistory === 'none') return;
  const timestamp = session.timestamp();
  const backups = trackedBackups(session);
  const messageId = session.promptUuid;
  if (session.era.fileHistory === 'delta') {
    const backup = (backups[path] ?? null) as Json;
    thread.beside({
      type: 'file-history-delta',
      messageId: use.uuid,
      snapshotMessageId: messageId,
      trackingPath: path,
      backup,
    });
    return;
  }
  const snapshot = { messageId, trackedFileBackups: backups, timestamp };
  thread.beside({ type: 'file-history-snapshot', messageId: use.uuid, snapshot, isSnapshotUpdate: true });
}

function writeSkillBody(thread: ThreadWriter, body: string, toolId: string): void {
  const { session } = thread;
  thread.meter.add(textTokens(body));
  thread.link((uuid, timestamp) => {
    const {
      uuid: id,
      timestamp: at,
      ...rest
    } = userBody(session, [{ type: 'text', text: body }], uuid, timestamp);
    return { ...rest, isMeta: true, uuid: id, timestamp: at, sourceToolUseID: toolId } as JsonObject;
  });
}

function writeCutText(thread: ThreadWriter, lead: readonly JsonObject[]): void {
  const { session } = thread;
  const habit = session.era.interruptedText;
  const answer = startAnswer(thread, lead, 'end_turn', true);
  for (const block of lead) {
    if (block.type !== 'text') writeBlocks(answer, [block], false);
    else {
      const text = String(block.text).slice(0, 60);
      if (habit === 'kept') writeBlocks(answer, [{ type: 'text', text }], false);
      if (habit === 'synthetic') writeSynthetic(thread, text);
    }
  }
  writeInterruption(thread, false);
}

function textBlock(exchange: Exchange): JsonObject | undefined {
  return exchange.say === undefined ? undefined : { type: 'text', text: exchange.say };
}

function thinkingBlock(thread: ThreadWriter, exchange: Exchange): JsonObject | undefined {
  const { random, options } = thread.session;
  if (exchange.think === undefined || options.thinking === 'none') return undefined;
  const signature = random.signature(random.int(180, 420));
  if (options.thinking === 'redacted') return { type: 'redacted_thinking', data: signature };
  const thinking = options.thinking === 'empty' ? '' : exchange.think;
  return { type: 'thinking', thinking, signature };
}
