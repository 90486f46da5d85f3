// The token figures of one API answer, read leniently, and which of several copies of them counts [M3].
import { isObject, type JsonObject, numberField, objectField } from '../base/json.ts';

/** The token figures of one answer [M3]. */
export interface Usage {
  readonly input: number;
  readonly output: number;
  readonly cacheRead: number;
  readonly cacheWrite5m: number;
  readonly cacheWrite1h: number;
  readonly webSearches: number;
  /** False where no line of the message has a stop reason: the output is then only "at least" [M3]. */
  readonly outputFinal: boolean;
}

export function readUsage(message: JsonObject | undefined): Usage | undefined {
  const usage = message?.usage;
  if (!isObject(usage)) return undefined;
  const written = numberField(usage, 'cache_creation_input_tokens') ?? 0;
  const oneHour = numberField(objectField(usage, 'cache_creation'), 'ephemeral_1h_input_tokens') ?? 0;
  return {
    input: numberField(usage, 'input_tokens') ?? 0,
    output: numberField(usage, 'output_tokens') ?? 0,
    cacheRead: numberField(usage, 'cache_read_input_tokens') ?? 0,
    cacheWrite5m: Math.max(0, written - oneHour),
    cacheWrite1h: Math.min(oneHour, written),
    webSearches: numberField(objectField(usage, 'server_tool_use'), 'web_search_requests') ?? 0,
    outputFinal: typeof message?.stop_reason === 'string',
  };
}

/** The copy with the most output tokens counts; the figure is final if any line of the message says so. */
export function betterUsage(a: Usage | undefined, b: Usage | undefined): Usage | undefined {
  if (!a || !b) return a ?? b;
  const better = b.output > a.output ? b : a;
  const outputFinal = a.outputFinal || b.outputFinal;
  return better.outputFinal === outputFinal ? better : { ...better, outputFinal };
}

/** What the model read for this answer: the size of the context at that request [K1]. */
export function contextTokens(usage: Usage): number {
  return usage.input + usage.cacheRead + usage.cacheWrite5m + usage.cacheWrite1h;
}
