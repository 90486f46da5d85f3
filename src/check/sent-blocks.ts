// The blocks of a predicted request, each with its indices and the entry it came from.
import type { JsonObject } from '../base/json.ts';
import type { ResumePrediction } from '../context/predict-resume.ts';
import { arrayBlocks } from '../log/block.ts';
import type { Entry } from '../log/line.ts';

export interface SentBlock {
  readonly block: JsonObject;
  /** Undefined for the client's own inventions. */
  readonly entry: Entry | undefined;
  /** Indices as the API counts them, from 0: `messages.<message>.content.<index>`. */
  readonly message: number;
  readonly index: number;
  /** Among the blocks inside a tool result. */
  readonly inner: number | undefined;
}

/** The blocks of all messages, in order; those inside a result follow it. */
export function listSentBlocks({ messages }: ResumePrediction): readonly SentBlock[] {
  const blocks: SentBlock[] = [];
  for (const [message, { content, sources }] of messages.entries()) {
    for (const [index, block] of content.entries()) {
      const entry = sources[index]?.entries[0];
      blocks.push({ block, entry, message, index, inner: undefined });
      if (block.type !== 'tool_result') continue;
      for (const [inner, part] of arrayBlocks(block.content as JsonObject[]).entries())
        blocks.push({ block: part, entry, message, index, inner });
    }
  }
  return blocks;
}
