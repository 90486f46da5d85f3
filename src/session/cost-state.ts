// The client's own ledger [E4]: cumulative, so the last one in the file counts.
import { countField, isObject, type JsonObject, numberField, objectField } from '../base/json.ts';
import type { Entry } from '../log/line.ts';

export interface ModelCost {
  readonly model: string;
  readonly input: number;
  readonly output: number;
  readonly cacheRead: number;
  /** All writes to the cache, those for an hour among them. */
  readonly cacheWrite: number;
  readonly cacheWrite1h: number;
  readonly webSearches: number;
  readonly costUSD: number | undefined;
}

export interface CostState {
  readonly totalCostUSD: number | undefined;
  readonly models: readonly ModelCost[];
  readonly durationMs: number | undefined;
  readonly apiDurationMs: number | undefined;
  readonly linesAdded: number | undefined;
  readonly linesRemoved: number | undefined;
  readonly entry: Entry;
}

export function lastCostState(entries: readonly Entry[]): CostState | undefined {
  const entry = entries.findLast(({ value }) => value.type === 'cost-state');
  return entry && { ...readCostState(entry.value), entry };
}

/** The same of one `cost-state` line. */
export function readCostState(value: JsonObject): Omit<CostState, 'entry'> {
  // The figures stand on the entry itself or in an object of it, by version.
  const inner = Object.values(value)
    .filter(isObject)
    .find((field) => 'totalCostUSD' in field);
  const state = 'totalCostUSD' in value ? value : (inner ?? value);
  const usage = objectField(state, 'modelUsage') ?? {};
  return {
    totalCostUSD: numberField(state, 'totalCostUSD'),
    models: Object.keys(usage).map((model) => modelCost(model, objectField(usage, model))),
    durationMs: numberField(state, 'totalDuration'),
    apiDurationMs: numberField(state, 'totalAPIDuration') ?? numberField(state, 'totalApiDurationMs'),
    linesAdded: numberField(state, 'totalLinesAdded') ?? numberField(state, 'linesAdded'),
    linesRemoved: numberField(state, 'totalLinesRemoved') ?? numberField(state, 'linesRemoved'),
  };
}

function modelCost(model: string, usage: JsonObject | undefined): ModelCost {
  return {
    model,
    input: countField(usage, 'inputTokens'),
    output: countField(usage, 'outputTokens'),
    cacheRead: countField(usage, 'cacheReadInputTokens'),
    cacheWrite: countField(usage, 'cacheCreationInputTokens'),
    cacheWrite1h: countField(usage, 'cacheCreationEphemeral1hInputTokens'),
    webSearches: countField(usage, 'webSearchRequests'),
    costUSD: numberField(usage, 'costUSD'),
  };
}
