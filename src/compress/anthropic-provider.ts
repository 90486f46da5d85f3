// The Messages API through the official SDK, which is loaded only when it is asked.
import { chatProvider } from './chat.ts';
import { failureOfStatus, type Provider, ProviderFailure, readRetryAfter } from './provider.ts';

export interface AnthropicOptions {
  readonly key: string;
  readonly model: string;
  readonly baseUrl: string;
  readonly timeout: number;
  readonly concurrency?: number;
}

export const ANTHROPIC_URL = 'https://api.anthropic.com';
export const ANTHROPIC_MODEL = 'claude-haiku-5-5';

export function anthropicProvider(options: AnthropicOptions): Provider {
  const { key, model, baseUrl, timeout } = options;
  const about = {
    name: 'anthropic',
    model,
    destination: `the Messages API at ${new URL(baseUrl).host}`,
    concurrency: options.concurrency ?? 4,
  } as const;
  return chatProvider(about, async ({ system, prompt, maxTokens }, signal) => {
    const {
      default: Anthropic,
      APIError,
      APIUserAbortError,
      APIConnectionError,
    } = await import('@anthropic-ai/sdk');
    // Everything is given, so that nothing is taken from the environment behind the user's back; and the text goes where it
    // was said to go, not where a redirect would send it.
    const client = new Anthropic({
      apiKey: key,
      authToken: null,
      baseURL: baseUrl,
      maxRetries: 0,
      timeout,
      fetchOptions: { redirect: 'error' },
    });
    try {
      const message = await client.messages.create(
        { model, max_tokens: maxTokens, system, messages: [{ role: 'user', content: prompt }] },
        { signal },
      );
      if (!Array.isArray(message?.content)) throw new ProviderFailure('passing', 'the answer is no message');
      if (message.stop_reason === 'refusal') throw new ProviderFailure('refused', 'the model declined');
      return {
        text: message.content.map((block) => (block.type === 'text' ? block.text : '')).join(''),
        cutOff: message.stop_reason === 'max_tokens',
        usage: { input: message.usage?.input_tokens ?? 0, output: message.usage?.output_tokens ?? 0 },
      };
    } catch (error) {
      if (error instanceof ProviderFailure || error instanceof APIUserAbortError) throw error;
      if (error instanceof APIConnectionError) throw new ProviderFailure('passing', error.message);
      if (error instanceof APIError && typeof error.status === 'number')
        throw failureOfStatus(
          error.status,
          error.apiMessage ?? `HTTP ${error.status}`,
          readRetryAfter(error.headers, Date.now()),
        );
      if (signal.aborted) throw error;
      // Half a JSON document, or something that is none.
      throw new ProviderFailure('passing', error instanceof Error ? error.message : String(error));
    }
  });
}
