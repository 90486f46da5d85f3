// What a copy lost, in words; the names are those of the library's transforms.
import { countOf } from '../base/format-number.ts';

/** What it is called, one and many, and what became of it where the name does not say so. */
const WORDS: Readonly<Record<string, readonly [one: string, many: string, ending?: string]>> = {
  turns: ['turn', 'turns', 'left out'],
  toolCalls: ['tool call', 'tool calls', 'removed'],
  thinkingBlocks: ['block of thinking', 'blocks of thinking', 'removed'],
  images: ['image', 'images', 'removed'],
  scaledImages: ['image made smaller', 'images made smaller'],
  truncatedResults: ['result shortened', 'results shortened'],
  truncatedInputs: ['input shortened', 'inputs shortened'],
  snapshots: ['snapshot', 'snapshots', 'removed'],
  progress: ['progress entry', 'progress entries', 'removed'],
  attachments: ['attachment', 'attachments', 'removed'],
  apiLog: ['line of the request log', 'lines of the request log', 'removed'],
  compressedAnswers: ['answer compressed', 'answers compressed'],
  compressedPrompts: ['prompt compressed', 'prompts compressed'],
  compressedResults: ['result compressed', 'results compressed'],
  summarisedTurns: ['turn summarised', 'turns summarised'],
  compactedTurns: ['turn behind a summary', 'turns behind a summary'],
  usageSettled: ['logged size set to the new one', 'logged sizes set to the new ones'],
};

/** `12 tool calls`, `1 image`: for a line that says itself that they were cut. */
export function changeNames(changes: Readonly<Record<string, number>>): string[] {
  return Object.entries(changes).map(([name, count]) => {
    const [one, many] = WORDS[name] ?? [name, name];
    return countOf(count, one, many);
  });
}

/** `12 tool calls removed`, `1 image made smaller`. */
export function changeWords(changes: Readonly<Record<string, number>>): string[] {
  return Object.entries(changes).map(([name, count]) => {
    const [one, many, ending] = WORDS[name] ?? [name, name];
    return `${countOf(count, one, many)}${ending === undefined ? '' : ` ${ending}`}`;
  });
}
