// The rows of `clew stats` for programs: one JSON document, or lines with commas.
import { stripToLine } from '../../base/strip-controls.ts';
import type { BlockRow } from '../../stats/group-blocks.ts';
import type { ModelRow, UsageRow } from '../../stats/group-usage.ts';
import type { UsageSum } from '../../stats/sum-usage.ts';
import { jsonText } from '../json-text.ts';
import type { StatsOptions } from './stats-options.ts';
import type { CountedRows } from './stats-rows.ts';

export function statsJson({ rows, totals }: CountedRows, options: StatsOptions): string {
  const document = {
    by: options.by,
    timezone: options.clock.name,
    rows: rows.map((row) => rowJson(row, options)),
    totals: sumJson(totals),
  };
  return jsonText(document, 2);
}

// What has no price has the cost null, never 0. A billionth of a dollar is enough: what is behind it depends on the order of adding.
export function sumJson(sum: UsageSum): object {
  const { requests, input, output, cacheRead, cacheWrite5m, cacheWrite1h, costUSD } = sum;
  return {
    requests,
    input,
    output,
    cacheRead,
    cacheWrite5m,
    cacheWrite1h,
    costUSD: costUSD === undefined ? null : Number(costUSD.toFixed(9)),
    webSearches: sum.webSearches,
    unpriced: sum.unpriced,
    unpricedRequests: sum.unpricedRequests,
    outputAtLeast: sum.outputAtLeast,
  };
}

function rowJson(row: UsageRow | BlockRow, { breakdown }: StatsOptions): object {
  const { key, models, calls } = row;
  const block = 'start' in row ? blockJson(row) : {};
  return {
    key,
    ...sumJson(row),
    calls,
    ...block,
    ...(breakdown ? { models: models.map((one) => ({ model: one.key, ...sumJson(one) })) } : {}),
  };
}

function blockJson({ start, end, firstAt, lastAt, active, burnRate, projection }: BlockRow): object {
  const iso = (time: number): string => new Date(time).toISOString();
  return {
    start: iso(start),
    end: iso(end),
    firstAt: iso(firstAt),
    lastAt: iso(lastAt),
    active,
    burnRate,
    projection,
  };
}

const FIGURES = [
  'requests',
  'input',
  'output',
  'cacheRead',
  'cacheWrite5m',
  'cacheWrite1h',
  'webSearches',
  'costUSD',
] as const;

/** With `--breakdown` one line for each row and model. The cost of what has no price is empty, not 0. */
export function statsCsv({ rows }: CountedRows, { by, breakdown }: StatsOptions): string {
  const heads = [by, ...(breakdown ? ['model'] : []), ...FIGURES, 'outputAtLeast', 'unpriced'];
  const lines = rows.flatMap((row) =>
    breakdown ? row.models.map((model) => [row.key, model.key, ...cells(model)]) : [[row.key, ...cells(row)]],
  );
  return [heads, ...lines].map((line) => `${line.map(csvCell).join(',')}\r\n`).join('');
}

function cells(row: ModelRow): string[] {
  // A billionth of a dollar: what is behind it comes from adding, not from the log.
  const figures = FIGURES.map((name) =>
    row[name] === undefined ? '' : String(Number(row[name].toFixed(9))),
  );
  return [...figures, String(row.outputAtLeast), row.unpriced.join(' ')];
}

// A project or tool can be named by anyone: what a spreadsheet would take for a formula is kept from being one, in the wide
// characters of some languages, too. Where a comma parts decimals, cells end at a semicolon.
function csvCell(text: string): string {
  const safe = stripToLine(text).replace(/^\s*[=+@\uff1d\uff0b\uff20\uff0d-]/, "'$&");
  return /[",;]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
