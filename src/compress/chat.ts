// A model that answers one prompt: what the three ways to a model have in common.
import { parseAnswer } from './parse-answer.ts';
import { type Batch, type Provider, ProviderFailure, type Shortened } from './provider.ts';
import { SYSTEM_PROMPT, writePrompt } from './write-prompt.ts';

export interface Question {
  readonly system: string;
  readonly prompt: string;
  readonly maxTokens: number;
}

export interface Answer {
  readonly text: string;
  /** The model was stopped at `maxTokens`. */
  readonly cutOff: boolean;
  readonly usage: { readonly input: number; readonly output: number };
}

/** Asks once; what goes wrong is thrown as a `ProviderFailure`. */
export type Ask = (question: Question, signal: AbortSignal) => Promise<Answer>;

/** A provider out of a way to ask. */
export function chatProvider(about: Omit<Provider, 'shorten'>, ask: Ask): Provider {
  return {
    ...about,
    shorten: async (batch, signal) => {
      const { prompt, tag } = writePrompt(batch);
      const answer = await ask({ system: SYSTEM_PROMPT, prompt, maxTokens: roomFor(batch) }, signal);
      const ids = batch.requests.map(({ id }) => id);
      const texts = parseAnswer(answer.text, tag, ids);
      if (texts.size === 0 && !answer.cutOff && answer.text.trim() === '')
        throw new ProviderFailure('passing', 'the answer was empty');
      return { texts, usage: answer.usage } satisfies Shortened;
    },
  };
}

// Twice what is asked for and a little for the tags: a model that needs more has missed its target by far.
function roomFor({ requests }: Batch): number {
  return 400 + requests.reduce((sum, { target }) => sum + 60 + Math.ceil(target * 2), 0);
}
