// Adds up the usage of a stretch of messages, each message once [M3].
import { SYNTHETIC } from '../log/fields.ts';
import type { Message } from '../session/messages.ts';
import { contextTokens } from '../session/usage.ts';
import type { Tokens } from './row.ts';

export function countTokens(messages: readonly Message[]): Tokens {
  let context: number | undefined;
  let output = 0;
  let outputFinal = true;
  for (const { role, model, usage } of messages) {
    if (role !== 'assistant' || !usage || model === SYNTHETIC) continue;
    output += usage.output;
    outputFinal &&= usage.outputFinal;
    // Answers without any figure (copies, placeholders) say nothing about the size of the context.
    const size = contextTokens(usage);
    if (size > 0) context = size;
  }
  return { context, output, outputFinal };
}

export function countToolUses(messages: readonly Message[]): number {
  let count = 0;
  for (const { blocks } of messages) for (const { block } of blocks) if (block.type === 'tool_use') count++;
  return count;
}
