// Writes the lines of one API answer: its blocks under one message id, with the era's usage and stop_reason habit.
import type { Json, JsonObject } from '../base/json.ts';
import { SYNTHETIC } from '../log/fields.ts';
import type { LinkOptions, ThreadWriter } from './thread-writer.ts';
import { present } from './thread-writer.ts';
import { type RequestTokens, textTokens, usageFields } from './token-meter.ts';

export interface Answer {
  readonly thread: ThreadWriter;
  readonly messageId: string;
  readonly requestId: string;
  readonly tokens: RequestTokens;
  /** The true number of output tokens. */
  readonly output: number;
  /** What the API said at the start of the stream [M3]. */
  readonly placeholder: number;
  readonly stopReason: string;
  readonly interrupted: boolean;
  written: number;
}

/** Makes the request: everything added to the thread so far is its context. */
export function startAnswer(
  thread: ThreadWriter,
  blocks: readonly JsonObject[],
  stopReason: string,
  interrupted = false,
): Answer {
  const { session } = thread;
  const { random, ledger } = session;
  session.pass(900, 5200);
  const tokens = thread.meter.request(session.now, random);
  const output = blocks.reduce((sum, block) => sum + blockTokens(block), 0) + random.int(2, 12);
  thread.meter.add(output);
  ledger.requests++;
  ledger.input += tokens.input;
  ledger.cacheRead += tokens.cacheRead;
  ledger.cacheWrite += tokens.cacheWrite;
  ledger.output += output;
  session.charge(modelOf(thread), tokens, output);
  return {
    thread,
    messageId: random.messageId(),
    requestId: random.requestId(),
    tokens,
    output,
    placeholder: random.int(1, 8),
    stopReason,
    interrupted,
    written: 0,
  };
}

function modelOf({ session, agentId, sidechain }: ThreadWriter): string {
  return agentId || sidechain ? session.era.agentModel : session.era.model;
}

/** Writes one line of the answer; `last` is the line that closes the message. */
export function writeBlocks(
  answer: Answer,
  blocks: readonly JsonObject[],
  last: boolean,
  options?: LinkOptions,
): string {
  const { thread } = answer;
  const { session } = thread;
  const { era, random } = session;
  const final = !answer.interrupted && (era.stopReason === 'all' || (era.stopReason === 'last' && last));
  const usage = usageFields(era, answer.tokens, final ? answer.output : answer.placeholder);
  const model = modelOf(thread);
  const head = { type: 'message', role: 'assistant' };
  const message: JsonObject = {
    ...(era.messageKeys === 'id-first'
      ? { id: answer.messageId, ...head, model }
      : { model, id: answer.messageId, ...head }),
    content: blocks,
    stop_reason: final ? answer.stopReason : null,
    stop_sequence: null,
    ...(session.has('stop_details') ? { stop_details: null } : {}),
    usage,
  };
  session.pass(40, 900);
  const index = answer.written++;
  return thread.link(
    (uuid, timestamp) => ({
      message,
      requestId: answer.requestId,
      ...present({ requestRef: session.has('requestRef') ? random.hex(12) : undefined }),
      type: 'assistant',
      uuid,
      timestamp,
      ...present({
        effort: session.has('effort') ? 'high' : undefined,
        apiBlockIndex: session.has('apiBlockIndex') ? index : undefined,
      }),
    }),
    options,
  );
}

/** The client's own words in the place of an answer [M6]. */
export function writeSynthetic(thread: ThreadWriter, text: string, error?: string): string {
  const { session } = thread;
  const zero = {
    input_tokens: 0,
    output_tokens: 0,
    cache_creation_input_tokens: 0,
    cache_read_input_tokens: 0,
  };
  return thread.link((uuid, timestamp) => ({
    type: 'assistant',
    uuid,
    timestamp,
    message: {
      id: session.random.uuid(),
      container: null,
      model: SYNTHETIC,
      role: 'assistant',
      stop_reason: 'stop_sequence',
      stop_sequence: '',
      type: 'message',
      usage: {
        ...zero,
        server_tool_use: { web_search_requests: 0, web_fetch_requests: 0 },
        service_tier: null,
        cache_creation: { ephemeral_1h_input_tokens: 0, ephemeral_5m_input_tokens: 0 },
      },
      content: [{ type: 'text', text }],
    },
    ...(error === undefined ? {} : { error }),
    isApiErrorMessage: error !== undefined,
  }));
}

function blockTokens(block: JsonObject): number {
  const text: Json | undefined = block.text ?? block.thinking;
  if (typeof text === 'string' && text !== '') return textTokens(text);
  return textTokens(JSON.stringify(block.input ?? block.signature ?? block.data ?? ''));
}
