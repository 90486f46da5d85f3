// Any endpoint that speaks the chat completions of OpenAI: OpenRouter, Ollama, llama.cpp and many more.
import { isObject, numberField, objectField, stringField } from '../base/json.ts';
import { chatProvider } from './chat.ts';
import { failureOfStatus, type Provider, ProviderFailure, readRetryAfter } from './provider.ts';

export interface OpenAiOptions {
  readonly key: string | undefined;
  readonly model: string;
  /** Up to and with `/v1`. */
  readonly baseUrl: string;
  readonly timeout: number;
  readonly concurrency?: number;
}

export function openAiProvider(options: OpenAiOptions): Provider {
  const { key, model, baseUrl, timeout } = options;
  const url = `${baseUrl.replace(/\/+$/, '')}/chat/completions`;
  const about = {
    name: 'openai',
    model,
    destination: new URL(url).host,
    concurrency: options.concurrency ?? 4,
  } as const;
  return chatProvider(about, async ({ system, prompt, maxTokens }, signal) => {
    const body = await post(url, key, timeout, signal, {
      model,
      max_tokens: maxTokens,
      messages: [
        { role: 'system', content: system },
        { role: 'user', content: prompt },
      ],
    });
    const choice = isObject(body) && Array.isArray(body.choices) ? body.choices[0] : undefined;
    const text = isObject(choice) ? stringField(objectField(choice, 'message'), 'content') : undefined;
    if (!isObject(body) || text === undefined)
      throw new ProviderFailure('passing', 'the answer has no message');
    const usage = objectField(body, 'usage');
    return {
      text,
      cutOff: isObject(choice) && choice.finish_reason === 'length',
      usage: {
        input: numberField(usage, 'prompt_tokens') ?? 0,
        output: numberField(usage, 'completion_tokens') ?? 0,
      },
    };
  });
}

async function post(
  url: string,
  key: string | undefined,
  timeout: number,
  signal: AbortSignal,
  body: object,
): Promise<unknown> {
  let response: Response;
  let text: string;
  try {
    response = await fetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
      },
      body: JSON.stringify(body),
      signal: AbortSignal.any([signal, AbortSignal.timeout(timeout)]),
      // The text goes to whom it was said to go, and to nobody else.
      redirect: 'error',
    });
    text = await response.text();
  } catch (error) {
    if (signal.aborted) throw error;
    throw new ProviderFailure('passing', causeOf(error));
  }
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    parsed = undefined;
  }
  if (!response.ok) {
    const told = isObject(parsed) ? stringField(objectField(parsed, 'error'), 'message') : undefined;
    throw failureOfStatus(
      response.status,
      told ?? `HTTP ${response.status}`,
      readRetryAfter(response.headers, Date.now()),
    );
  }
  if (parsed === undefined) throw new ProviderFailure('passing', 'the answer is not JSON');
  return parsed;
}

function causeOf(error: unknown): string {
  const { message, cause } = error as { message?: string; cause?: { code?: string; message?: string } };
  return cause?.code ?? cause?.message ?? message ?? String(error);
}
