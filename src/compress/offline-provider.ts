// The way without a model: an extract of each text, made on this machine and sent nowhere.
import type { Tokenizer } from '../context/tokens/estimate-text.ts';
import { extractText } from './extract-text.ts';
import type { Provider } from './provider.ts';

export function offlineProvider(tokenizer: Tokenizer): Provider {
  return {
    name: 'offline',
    model: 'extractive',
    destination: undefined,
    concurrency: 1,
    shorten: async ({ requests }) => ({
      texts: new Map(
        requests.map(({ id, text, target, wanted }) => [
          id,
          extractText(text, { target, wanted, tokenizer }),
        ]),
      ),
      usage: { input: 0, output: 0 },
    }),
  };
}
