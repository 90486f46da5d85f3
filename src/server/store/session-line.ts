// One line of the list, from what was read of a session.

import { lastPart } from '../../base/last-part.ts';
import type { SessionDetails } from '../../catalog/digest/file-digest.ts';
import { windowOf } from '../../context/tokens/windows.ts';
import type { SessionFile } from '../../disk/list-project.ts';
import type { LineageRecord } from '../../load/lineage-record.ts';
import type { FileSummary, Health } from '../../load/summarise-file.ts';
import { LIVE_MS } from '../../session/live-ms.ts';
import type { UsageSum } from '../../stats/sum-usage.ts';
import type { HealthDot, SessionLine, Usage } from '../api.ts';
import type { HealthCounts } from '../health-book.ts';

/** What was read of a session for the list. */
export interface ListedSession {
  readonly summary: FileSummary;
  readonly details: SessionDetails;
  /** Of the session with all its agents, each message once [K3]. */
  readonly usage: UsageSum | undefined;
}

export interface LineSource {
  readonly key: string;
  readonly session: SessionFile;
  /** Undefined for a file that was not read yet, or cannot be. */
  readonly listed: ListedSession | undefined;
  /** Set where clew made it. */
  readonly record: LineageRecord | undefined;
  readonly keyOfId: ReadonlyMap<string, string>;
  readonly now: number;
  /** What `check` found, where it has run. */
  readonly checked: HealthCounts | undefined;
}

/** What the list's own reading shows; that it found nothing is no check. */
const DOTS: Readonly<Record<Health, HealthDot>> = {
  ok: 'unchecked',
  problems: 'warning',
  unreadable: 'error',
  missing: 'missing',
};

function judge(health: Health, checked: HealthCounts | undefined): HealthDot {
  if (!checked || health === 'missing') return DOTS[health];
  return checked.errors > 0 ? 'error' : checked.warnings > 0 ? 'warning' : 'ok';
}

export function sessionLine(source: LineSource): SessionLine {
  const { key, session, listed, record, now, checked } = source;
  const known = {
    key,
    sessionId: session.sessionId,
    home: session.home,
    bytes: session.bytes,
    live: now - session.modified < LIVE_MS,
    annotations: 0,
    ...(record ? { clonedFrom: cloneOf(record, source.keyOfId) } : {}),
  };
  if (!listed) {
    const figures = {
      lines: 0,
      turns: 0,
      toolCalls: 0,
      agents: session.agents.length,
      branches: 0,
      problems: 0,
    };
    return { ...known, ...figures, modified: session.modified, health: judge('ok', checked), empty: false };
  }
  const { summary, details, usage } = listed;
  const window =
    summary.model === undefined ? undefined : windowOf(summary.model, summary.contextTokens)?.tokens;
  return {
    ...known,
    ...defined({
      title: summary.title,
      titleSource: summary.titleSource,
      project: summary.project,
      projectName: summary.project === undefined ? undefined : lastPart(summary.project),
      gitBranch: summary.gitBranch,
      model: summary.model,
      version: summary.version,
      firstPrompt: summary.firstPrompt,
      lastPrompt: summary.lastPrompt,
      created: summary.created,
      contextTokens: summary.contextTokens,
      window,
      costUSD: usage && usage.requests > 0 ? usage.costUSD : undefined,
      usage: usage && toUsage(usage),
    }),
    modified: summary.modified,
    live: known.live && !summary.empty,
    lines: summary.lines,
    turns: summary.turns,
    toolCalls: summary.toolCalls,
    failedCalls: details.failedCalls,
    agents: summary.agents,
    branches: summary.branches,
    compactions: details.compactions,
    health: judge(summary.health, checked),
    problems: checked ? checked.errors + checked.warnings : summary.problems,
    empty: summary.empty,
    sparkline: details.growth,
  };
}

export function toUsage(sum: UsageSum): Usage {
  const { requests, input, output, cacheRead, cacheWrite5m, cacheWrite1h, costUSD } = sum;
  return {
    requests,
    input,
    output,
    cacheRead,
    cacheWrite5m,
    cacheWrite1h,
    outputFinal: sum.outputAtLeast === 0,
    unpriced: sum.unpricedRequests,
    ...(costUSD === undefined ? {} : { costUSD }),
  };
}

function cloneOf(
  { source }: LineageRecord,
  keyOfId: ReadonlyMap<string, string>,
): NonNullable<SessionLine['clonedFrom']> {
  return { sessionId: source.sessionId, ...defined({ key: keyOfId.get(source.sessionId) }) };
}

/** The object without what is undefined. */
function defined<T extends object>(object: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>;
  };
}
