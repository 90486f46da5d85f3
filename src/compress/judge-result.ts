// Judges a shortened text by its length: good, or a miss that is tried once more.
import { estimateText, type Tokenizer } from '../context/tokens/estimate-text.ts';
import type { CompressUnit } from '../transform/compress-unit.ts';

export interface Judged {
  readonly good: boolean;
  readonly tokens: number;
  readonly why: string;
}

/** So far off the target a text may be; a few words more or less are no miss where the target is small. */
const MOST = 1.75;
const LEAST = 0.4;
const SLACK = 10;

/** `text` is what would stand in the place of the original. `picked` texts are extracts, which cannot be asked for again. */
export function judgeResult(text: string, unit: CompressUnit, tokenizer: Tokenizer, picked = false): Judged {
  const tokens = Math.round(estimateText(text, tokenizer));
  const bad = (why: string): Judged => ({ good: false, tokens, why });
  if (text.trim() === '') return bad('the result was empty');
  if (tokens > unit.tokens * 0.9) return bad('the result was no shorter');
  if (invents(text, unit.text)) return bad('the result spoke in the name of the client');
  if (picked) return { good: true, tokens, why: '' };
  if (tokens > unit.target * MOST + SLACK)
    return bad(`the result was too long (${tokens} tokens for ${unit.target})`);
  if (tokens < unit.target * LEAST - SLACK)
    return bad(`the result was too short (${tokens} tokens for ${unit.target})`);
  return { good: true, tokens, why: '' };
}

// Text of a session may try to steer the model that shortens it: tags that the client would take for its own never come in.
const CLIENT_TAGS =
  /<(?:system-reminder|command-name|command-message|local-command-stdout|bash-input|task-notification)>/g;

function invents(text: string, original: string): boolean {
  return [...text.matchAll(CLIENT_TAGS)].some(([tag]) => !original.includes(tag));
}
