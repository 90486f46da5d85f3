// Tells the agents that the client starts for itself [F4]: no one called them, but they cost tokens.
import { entryBlocks } from '../log/block.ts';
import { messageIdOf } from '../log/fields.ts';
import type { Entry } from '../log/line.ts';
import { sentPrompt } from './split-threads.ts';

export type InternalKind =
  | 'warm-up'
  | 'warm-up-answer'
  | 'prompt-suggestion'
  | 'compaction'
  | 'side-question';

/** A sentence for each kind, for people. */
export const INTERNAL_REASONS: Readonly<Record<InternalKind, string>> = {
  'warm-up': 'The client warmed up an agent at the start: its prompt is "Warmup".',
  'warm-up-answer': 'It holds one answer and no prompt: what a warm-up leaves whose prompt was not written.',
  'prompt-suggestion': 'The client asked for a suggestion of the next prompt.',
  compaction: 'The client asked for the summary of a compaction.',
  'side-question': 'The person asked a question beside the conversation.',
};

/** The kind of internal agent, undefined for an agent's ordinary work. To be asked only where no call names the agent. */
export function internalKind(agentId: string, entries: readonly Entry[]): InternalKind | undefined {
  for (const [start, kind] of BY_ID) if (agentId.startsWith(start)) return kind;
  const first = entries.find((entry) => entry.value.type === 'user');
  if (first) return sentPrompt(first) === 'Warmup' ? 'warm-up' : undefined;
  return isLoneAnswer(entries) ? 'warm-up-answer' : undefined;
}

const BY_ID: readonly (readonly [string, InternalKind])[] = [
  ['aprompt_suggestion-', 'prompt-suggestion'],
  ['acompact-', 'compaction'],
  ['aside_question-', 'side-question'],
];

// Clients 2.0.42–2.0.55 write agents without their first prompt; of a warm-up, one greeting remains.
function isLoneAnswer(entries: readonly Entry[]): boolean {
  const ids = new Set<string | undefined>();
  for (const entry of entries) {
    if (entry.value.type !== 'assistant') continue;
    ids.add(messageIdOf(entry));
    if (entryBlocks(entry).some((block) => block.type === 'tool_use')) return false;
  }
  return ids.size === 1;
}
