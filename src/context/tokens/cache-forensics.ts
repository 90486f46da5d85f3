// Where the prompt cache failed: for each request what was read and written again, which entry the break fell on, and why.
import { stringField } from '../../base/json.ts';
import type { TokenLedger } from './attribute-tokens.ts';
import { Fenwick } from './fenwick.ts';
import type { MeasuredRequest } from './measure-requests.ts';
import type { Drop, DropCause, LedgerItem } from './token-window.ts';

export type CacheBreakCause =
  | 'first-request'
  | 'compaction'
  | 'model-change'
  /** A newer client went on: its system prompt and tools are others. */
  | 'client-change'
  /** More than the five minutes, or the hour, that the entries were kept for. */
  | 'expired-5m'
  | 'expired-1h'
  /** The branch leaves the request before: it was rewound to an earlier point. */
  | 'rewind'
  | Exclude<DropCause, 'compaction' | 'model-change' | 'unknown'>
  /** Tools, settings or the API: the log does not say. */
  | 'unknown';

export interface CacheRecord {
  readonly request: MeasuredRequest;
  readonly read: number;
  readonly written: number;
  readonly uncached: number;
  /** Tokens that were in the cache after the request before, are still in the context, and were not read from it. */
  readonly rewritten: number;
  /** Only where something was rewritten, and for the first request. */
  readonly cause: CacheBreakCause | undefined;
  /** The first thing that did not come from the cache, in order of arrival; the system prompt counts as one. */
  readonly brokenAt: LedgerItem | undefined;
}

/** `rewound` tells whether a request starts a way of its own after a fork; see `listRewinds`. */
export function inspectCache(
  ledger: TokenLedger,
  rewound: (request: MeasuredRequest) => boolean = () => false,
): CacheRecord[] {
  const sums = new Fenwick(ledger.items.length);
  let [itemAt, dropAt] = [0, 0];
  let lifetime: Lifetime = '5m';
  return ledger.requests.map((request, index): CacheRecord => {
    const previous = ledger.requests[index - 1];
    const drops: Drop[] = [];
    for (let item = ledger.items[itemAt]; item && item.request <= index; item = ledger.items[++itemAt])
      sums.add(item.index, item.tokens);
    for (let drop = ledger.drops[dropAt]; drop && drop.request <= index; drop = ledger.drops[++dropAt]) {
      sums.add(drop.item.index, -drop.tokens);
      drops.push(drop);
    }
    const rewritten = previous ? rewrittenTokens(request, previous, drops) : 0;
    const at = rewritten > 0 ? sums.find(request.cacheRead) : undefined;
    const causes = { drops, rewound: rewound(request), lifetime };
    const cause = previous && rewritten > 0 ? causeOf(request, previous, causes) : undefined;
    // What was kept is as old as the last request that wrote some.
    if (request.cacheWrite1h > 0) lifetime = '1h';
    else if (request.cacheWrite5m > 0) lifetime = '5m';
    return {
      request,
      read: request.cacheRead,
      written: request.cacheWrite5m + request.cacheWrite1h,
      uncached: request.uncached,
      rewritten,
      cause: previous ? cause : 'first-request',
      brokenAt: at === undefined ? undefined : ledger.items[at],
    };
  });
}

function rewrittenTokens(
  request: MeasuredRequest,
  previous: MeasuredRequest,
  drops: readonly Drop[],
): number {
  const cached = cachedAfter(previous);
  const stayed = drops.reduce((left, drop) => left - drop.tokens, previous.context);
  return Math.max(0, Math.min(cached, stayed) - request.cacheRead);
}

function cachedAfter(request: MeasuredRequest): number {
  return request.cacheRead + request.cacheWrite5m + request.cacheWrite1h;
}

type Lifetime = '5m' | '1h';

interface Circumstances {
  readonly drops: readonly Drop[];
  readonly rewound: boolean;
  /** How long what the last requests wrote is kept. */
  readonly lifetime: Lifetime;
}

function causeOf(
  request: MeasuredRequest,
  previous: MeasuredRequest,
  { drops, rewound, lifetime }: Circumstances,
): CacheBreakCause {
  const dropped = new Set(drops.map((drop) => drop.cause));
  if (dropped.has('compaction')) return 'compaction';
  if (request.model !== previous.model) return 'model-change';
  const idle = idleTime(request, previous);
  if (idle !== undefined && idle > HOUR) return 'expired-1h';
  if (idle !== undefined && idle > FIVE_MINUTES && lifetime === '5m') return 'expired-5m';
  if (rewound) return 'rewind';
  if (versionOf(request) !== versionOf(previous)) return 'client-change';
  if (dropped.has('microcompaction')) return 'microcompaction';
  if (dropped.has('context-edit')) return 'context-edit';
  return dropped.has('thinking') ? 'thinking' : 'unknown';
}

const FIVE_MINUTES = 5 * 60_000;
const HOUR = 60 * 60_000;

function idleTime(request: MeasuredRequest, previous: MeasuredRequest): number | undefined {
  if (request.startedAt === undefined || previous.endedAt === undefined) return undefined;
  return request.startedAt - previous.endedAt;
}

function versionOf({ message }: MeasuredRequest): string | undefined {
  return stringField(message.entries[0]?.value, 'version');
}
