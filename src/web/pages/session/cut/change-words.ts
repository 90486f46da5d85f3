// What a copy lost, in words; the names are those of the library's transforms.
import { plural } from '../../../data/format.ts';

const WORDS: Readonly<Record<string, readonly [one: string, many: string]>> = {
  turns: ['turn left out', 'turns left out'],
  toolCalls: ['tool call removed', 'tool calls removed'],
  thinkingBlocks: ['block of thinking removed', 'blocks of thinking removed'],
  images: ['image removed', 'images removed'],
  scaledImages: ['image made smaller', 'images made smaller'],
  truncatedResults: ['result shortened', 'results shortened'],
  truncatedInputs: ['input shortened', 'inputs shortened'],
  snapshots: ['snapshot removed', 'snapshots removed'],
  progress: ['progress entry removed', 'progress entries removed'],
  attachments: ['attachment removed', 'attachments removed'],
  apiLog: ['line of the request log removed', 'lines of the request log removed'],
  compressedAnswers: ['answer compressed', 'answers compressed'],
  compressedPrompts: ['prompt compressed', 'prompts compressed'],
  compressedResults: ['result compressed', 'results compressed'],
  summarisedTurns: ['turn summarised', 'turns summarised'],
  compactedTurns: ['turn behind a summary', 'turns behind a summary'],
  usageSettled: ['logged size set to the new one', 'logged sizes set to the new ones'],
};

export function changeWords(changes: Readonly<Record<string, number>>): string[] {
  return Object.entries(changes).map(([name, count]) => plural(count, ...(WORDS[name] ?? [name, name])));
}
