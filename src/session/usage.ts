// The token figures of one API answer, read leniently, and which of several copies of them counts [M3].
import { isCount, isObject, type JsonObject, objectField } from '../base/json.ts';

/** What an answer, or a sum of answers, took [K1]. */
export interface TokenFigures {
  readonly input: number;
  readonly output: number;
  readonly cacheRead: number;
  /** All cache creation that is not for an hour. */
  readonly cacheWrite5m: number;
  readonly cacheWrite1h: number;
  readonly webSearches: number;
}

/** The same while answers are added to it. */
export type TokenTally = { -readonly [Name in keyof TokenFigures]: number };

export const NO_TOKENS: TokenFigures = {
  input: 0,
  output: 0,
  cacheRead: 0,
  cacheWrite5m: 0,
  cacheWrite1h: 0,
  webSearches: 0,
};

/** With -1 for `times` they are taken away. */
export function addTokens(sum: TokenTally, part: TokenFigures, times = 1): void {
  sum.input += times * part.input;
  sum.output += times * part.output;
  sum.cacheRead += times * part.cacheRead;
  sum.cacheWrite5m += times * part.cacheWrite5m;
  sum.cacheWrite1h += times * part.cacheWrite1h;
  sum.webSearches += times * part.webSearches;
}

/** The token figures of one answer [M3]. */
export interface Usage extends TokenFigures {
  /** False where no line of the message has a stop reason: the output is then only "at least" [M3]. */
  readonly outputFinal: boolean;
}

export function readUsage(message: JsonObject | undefined): Usage | undefined {
  const usage = message?.usage;
  if (!isObject(usage)) return undefined;
  const figures = readTokenFigures(usage);
  // Spelled out: a spread costs ten times as much, and each line of an answer has figures.
  return {
    input: figures.input,
    output: figures.output,
    cacheRead: figures.cacheRead,
    cacheWrite5m: figures.cacheWrite5m,
    cacheWrite1h: figures.cacheWrite1h,
    webSearches: figures.webSearches,
    outputFinal: typeof message?.stop_reason === 'string',
  };
}

/** The figures of a `usage` object by itself: none of them where one cannot be, for then nobody knows what the others are worth. */
export function readTokenFigures(usage: JsonObject): TokenFigures {
  const input = readFigure(usage, 'input_tokens');
  const output = readFigure(usage, 'output_tokens');
  const cacheRead = readFigure(usage, 'cache_read_input_tokens');
  const written = readFigure(usage, 'cache_creation_input_tokens');
  const hour = readFigure(objectField(usage, 'cache_creation'), 'ephemeral_1h_input_tokens');
  const webSearches = readFigure(objectField(usage, 'server_tool_use'), 'web_search_requests');
  if (Number.isNaN(input + output + cacheRead + written + hour + webSearches)) return NO_TOKENS;
  return {
    input,
    output,
    cacheRead,
    cacheWrite5m: Math.max(0, written - hour),
    cacheWrite1h: Math.min(hour, written),
    webSearches,
  };
}

/** 0 where the figure is missing, NaN where it cannot be. */
function readFigure(figures: JsonObject | undefined, key: string): number {
  const figure = figures?.[key] ?? 0;
  return isCount(figure) ? figure : Number.NaN;
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
