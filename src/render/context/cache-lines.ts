// Where the prompt cache was lost: how much was read, how much had to be written again, and why.
import { countOf } from '../../base/format-number.ts';
import type { CacheBreakCause, CacheRecord } from '../../context/tokens/cache-forensics.ts';
import { formatTokens } from '../format.ts';
import type { Palette } from '../terminal/palette.ts';

/** Why a cache was lost, in words. */
export const CACHE_CAUSES: Partial<Readonly<Record<CacheBreakCause, string>>> = {
  compaction: 'a compaction',
  'model-change': 'another model',
  'client-change': 'another client version',
  'expired-5m': 'a pause of more than five minutes',
  'expired-1h': 'a pause of more than an hour',
  rewind: 'a rewind',
  unknown: 'no reason that the log tells',
};

export function cacheLines(records: readonly CacheRecord[], palette: Palette): string[] {
  const read = records.reduce((sum, record) => sum + record.read, 0);
  const breaks = records.filter((record) => record.rewritten > 0);
  if (read === 0 && breaks.length === 0) return [];
  const groups = new Map<string, { count: number; tokens: number }>();
  for (const { cause, rewritten } of breaks) {
    const name = CACHE_CAUSES[cause ?? 'unknown'] ?? (cause ?? 'unknown').replaceAll('-', ' ');
    const group = groups.get(name) ?? { count: 0, tokens: 0 };
    groups.set(name, { count: group.count + 1, tokens: group.tokens + rewritten });
  }
  const rewritten = breaks.reduce((sum, record) => sum + record.rewritten, 0);
  const lines = [...groups]
    .sort((a, b) => b[1].tokens - a[1].tokens)
    .map(
      ([name, { count, tokens }]) =>
        `  ${formatTokens(tokens).padStart(7)}  after ${name}${count > 1 ? palette.faint(` × ${count}`) : ''}`,
    );
  const head = `Cache over ${countOf(records.length, 'request')}: ${formatTokens(read)} read, ${formatTokens(rewritten)} written again`;
  return ['', head, ...lines];
}
