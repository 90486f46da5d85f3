// Chooses who shortens: what was named, else what is configured, else the way without a model.
import { Refusal } from '../base/refusal.ts';
import type { Tokenizer } from '../context/tokens/estimate-text.ts';
import { ANTHROPIC_MODEL, ANTHROPIC_URL, anthropicProvider } from './anthropic-provider.ts';
import { CLAUDE_MODEL, claudeProvider } from './claude-provider.ts';
import { offlineProvider } from './offline-provider.ts';
import { openAiProvider } from './openai-provider.ts';
import type { Provider } from './provider.ts';

export const PROVIDERS: readonly Provider['name'][] = ['offline', 'anthropic', 'claude', 'openai'];

/** Who shall shorten the texts, as a person chose it. */
export interface ProviderChoice {
  readonly name?: string | undefined;
  readonly model?: string | undefined;
  readonly baseUrl?: string | undefined;
  /** The variable that holds the key. */
  readonly keyEnv?: string | undefined;
  readonly concurrency?: number | undefined;
  /** For one request, in milliseconds. */
  readonly timeout?: number | undefined;
  /** Of one request; to be known here where there are no requests. */
  readonly tries?: number | undefined;
  readonly env: Readonly<Record<string, string | undefined>>;
}

const TIMEOUT = 120_000;

/** Refuses what cannot work before anything is planned. */
export function chooseProvider(choice: ProviderChoice): (tokenizer: Tokenizer) => Provider {
  const { env, model } = choice;
  const name =
    choice.name ?? (env.CLEW_COMPRESS_PROVIDER || (env.ANTHROPIC_API_KEY ? 'anthropic' : 'offline'));
  const common = {
    timeout: choice.timeout ?? TIMEOUT,
    ...(choice.concurrency === undefined ? {} : { concurrency: choice.concurrency }),
  };
  switch (name) {
    case 'offline':
      refuseExtras(
        {
          '--model': choice.model,
          '--base-url': choice.baseUrl,
          '--key-env': choice.keyEnv,
          '--concurrency': choice.concurrency,
          '--timeout': choice.timeout,
          '--tries': choice.tries,
        },
        'the offline provider, which needs no model',
      );
      return offlineProvider;
    case 'anthropic': {
      const key = keyFrom(choice, 'ANTHROPIC_API_KEY');
      if (key === undefined) {
        throw new Refusal(
          'no-key',
          'There is no key for the Messages API.',
          'Set ANTHROPIC_API_KEY, or use --provider claude or --provider offline.',
        );
      }
      const baseUrl = checkUrl(choice.baseUrl ?? (env.ANTHROPIC_BASE_URL || ANTHROPIC_URL));
      const provider = anthropicProvider({ key, baseUrl, model: model ?? ANTHROPIC_MODEL, ...common });
      return () => provider;
    }
    case 'claude': {
      refuseExtras(
        { '--base-url': choice.baseUrl, '--key-env': choice.keyEnv },
        'the installed client, which knows its own address and key',
      );
      const provider = claudeProvider({
        command: [env.CLEW_CLAUDE || 'claude'],
        model: model ?? CLAUDE_MODEL,
        env,
        ...common,
      });
      return () => provider;
    }
    case 'openai': {
      const url = choice.baseUrl ?? env.OPENAI_BASE_URL;
      if (!url || model === undefined) {
        throw new Refusal(
          'no-endpoint',
          'An OpenAI-compatible endpoint needs its address and a model.',
          'Give --base-url http://localhost:11434/v1 --model NAME.',
        );
      }
      const provider = openAiProvider({
        key: keyFrom(choice, 'OPENAI_API_KEY'),
        baseUrl: checkUrl(url),
        model,
        ...common,
      });
      return () => provider;
    }
    default:
      throw new Refusal(
        'no-provider',
        `There is no provider "${name}".`,
        `Providers: ${PROVIDERS.join(', ')}.`,
      );
  }
}

// A flag that is passed over would let a person believe in a model that was never asked.
function refuseExtras(extras: Readonly<Record<string, unknown>>, why: string): void {
  const extra = Object.entries(extras).find(([, value]) => value !== undefined)?.[0];
  if (extra === undefined) return;
  throw new Refusal('no-model', `${extra} has no meaning for ${why}.`, 'Name another: --provider NAME.');
}

function keyFrom({ keyEnv, env }: ProviderChoice, usual: string): string | undefined {
  const key = env[keyEnv ?? usual];
  if (key) return key;
  if (keyEnv === undefined) return undefined;
  throw new Refusal('no-key', `The variable ${keyEnv} is not set.`, 'It must hold the key of the endpoint.');
}

function checkUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol === 'http:' || url?.protocol === 'https:') return text;
  throw new Refusal(
    'bad-address',
    `"${text}" is no address of an endpoint.`,
    'It begins with https:// or http://.',
  );
}
