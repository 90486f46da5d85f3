// Holds back the end of a session that comes part by part: only what is certain not to be the end can be cut for good.

import { isObject } from '../base/json.ts';
import { arrayBlocks, isText } from '../log/block.ts';
import { SYNTHETIC } from '../log/fields.ts';
import type { CutItem, CutSession } from './cut-session.ts';
import { isBoundary } from './sent-items.ts';
import { isUndated } from './set-times.ts';

export class EndHolder {
  #held: CutSession[] = [];
  #isDated = false;

  /** Takes the next part; returns those before it that are not the end. */
  push(part: CutSession): readonly CutSession[] {
    this.#held.push(part);
    if (!holdsAnswer(part)) return [];
    // The tail that a compaction kept is sent with what follows it: the two are measured together.
    const from = this.#held.length - (keepsTail(part) ? 2 : 1);
    const ready = this.#held.slice(0, Math.max(0, from));
    const first = ready.find((one) => one.items.some((item) => item.role === 'chain'));
    // The first time of all is needed to date what stands before it.
    if (!this.#isDated && first && isUndated(first)) return [];
    if (first) this.#isDated = true;
    this.#held = this.#held.slice(Math.max(0, from));
    return ready;
  }

  /** What is left: the end. */
  get held(): readonly CutSession[] {
    return this.#held;
  }
}

/** Parts as one session again. */
export function joinParts(parts: readonly CutSession[]): CutSession {
  const [only] = parts;
  if (only && parts.length === 1) return only;
  return { sessionId: parts.at(-1)?.sessionId ?? '', items: parts.flatMap(({ items }) => items) };
}

// An answer of a model with its usage, which no cut but an excerpt takes out: the last answer stands here or later.
function holdsAnswer({ items }: CutSession): boolean {
  return items.some(({ role, value }) => {
    const { message } = value;
    if (role !== 'chain' || value.type !== 'assistant' || !isObject(message)) return false;
    if (message.model === SYNTHETIC || !isObject(message.usage)) return false;
    const blocks = arrayBlocks(message.content);
    return (
      blocks.some((block) => isText(block) && block.text.trim() !== '') &&
      !blocks.some((block) => block.type === 'tool_use')
    );
  });
}

function keepsTail({ items }: CutSession): boolean {
  const first = items.find((item) => item.role === 'chain');
  return first !== undefined && isBoundary(first) && namesTail(first);
}

function namesTail({ value }: CutItem): boolean {
  const { compactMetadata } = value;
  return (
    isObject(compactMetadata) &&
    (compactMetadata.preservedSegment !== undefined || compactMetadata.preservedMessages !== undefined)
  );
}
