// What a question about all sessions takes in: which requests, times and sessions.
import type { LedgerMessage } from '../stats/ledger.ts';
import type { StatsQuery } from './api.ts';
import { isInside } from './project-tree.ts';
import type { StoredSession } from './store/session-store.ts';

/** Whether a request is among those that are asked about. */
export function fits(message: LedgerMessage, query: StatsQuery): boolean {
  const { project, model, agent } = query;
  return (
    isInTime(message.time, query) &&
    (project === undefined || isInside(message.project, project)) &&
    (model === undefined || message.model.includes(model)) &&
    (agent === undefined ||
      agent === 'all' ||
      (agent === 'main' ? message.agentId === undefined : message.agentId === agent))
  );
}

export function isInTime(time: number | undefined, { since, until, at }: StatsQuery): boolean {
  if (since === undefined && until === undefined && at === undefined) return true;
  return (
    time !== undefined &&
    (since === undefined || time >= since) &&
    (until === undefined || time < until) &&
    (at === undefined || hourOf(time).join('-') === at)
  );
}

/** The weekday, 0 is Monday, and the hour. */
export function hourOf(time: number): readonly [day: number, hour: number] {
  const date = new Date(time);
  return [(date.getDay() + 6) % 7, date.getHours()];
}

/** Whether a session may have such requests. */
export function isChosen(
  { line, session }: StoredSession,
  query: StatsQuery,
  sessionId: string | undefined,
): boolean {
  return (
    !line.empty &&
    (sessionId === undefined || session.sessionId === sessionId) &&
    (query.project === undefined || isInside(line.project, query.project)) &&
    (query.since === undefined || line.modified >= query.since) &&
    (query.until === undefined || (line.created ?? line.modified) < query.until)
  );
}
