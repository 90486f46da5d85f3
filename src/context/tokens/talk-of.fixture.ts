// Builds conversations for tests: lines linked one after another, with answers that carry the usage they are given.
import type { JsonObject } from '../../base/json.ts';
import { makeEntries } from '../../log/make-entries.fixture.ts';
import { buildThread, type Conversation, readConversation, type Thread } from '../../session/session.ts';

/** What of an answer's usage a test sets; the context is what the model read. */
export interface Figures {
  readonly context: number;
  readonly output?: number;
  readonly read?: number;
  readonly hour?: boolean;
  readonly model?: string;
  /** Without it the output is only "at least". */
  readonly stop?: boolean;
}

export function prompt(text: string, more: JsonObject = {}): JsonObject {
  return { type: 'user', message: { role: 'user', content: text }, ...more };
}

export function result(
  id: string,
  content: string | readonly JsonObject[],
  more: JsonObject = {},
): JsonObject {
  const block = { type: 'tool_result', tool_use_id: id, content };
  return { type: 'user', message: { role: 'user', content: [block] }, ...more };
}

export function answer(id: string, block: JsonObject, figures: Figures, more: JsonObject = {}): JsonObject {
  const read = figures.read ?? 0;
  const written = figures.context - read;
  const usage = {
    input_tokens: 0,
    cache_read_input_tokens: read,
    cache_creation_input_tokens: written,
    cache_creation: { ephemeral_1h_input_tokens: figures.hour ? written : 0 },
    output_tokens: figures.output ?? 1,
  };
  const message = {
    id,
    role: 'assistant',
    model: figures.model ?? 'claude-opus-4-6',
    content: [block],
    usage,
    stop_reason: figures.stop === false ? null : 'end_turn',
  };
  return { type: 'assistant', message, ...more };
}

export function text(words: string): JsonObject {
  return { type: 'text', text: words };
}

export function use(id: string, name: string, input: JsonObject = {}): JsonObject {
  return { type: 'tool_use', id, name, input };
}

export function boundary(more: JsonObject = {}): JsonObject {
  return { type: 'system', subtype: 'compact_boundary', ...more };
}

/** Lines get uuids `u0`, `u1` …, a parent, and a time one second after the one before, unless they bring their own. */
export function threadOf(...lines: readonly JsonObject[]): Thread {
  const values = lines.map((line, i) => {
    const isBoundary = line.subtype === 'compact_boundary';
    const parent = i === 0 ? null : `u${i - 1}`;
    return {
      uuid: `u${i}`,
      parentUuid: isBoundary ? null : parent,
      ...(isBoundary ? { logicalParentUuid: parent } : {}),
      timestamp: new Date(1_750_000_000_000 + i * 1000).toISOString(),
      ...line,
    };
  });
  return buildThread(makeEntries(values));
}

export function talkOf(...lines: readonly JsonObject[]): Conversation {
  return readConversation(threadOf(...lines));
}

/** Words of about this many tokens. */
export function words(tokens: number): string {
  return 'some words '.repeat(Math.ceil(tokens / 2.2)).trim();
}
