// How two session files are related [G7]: resumes of 1.0.x and forks copy the history of one file into another.
import { objectField, stringField } from '../base/json.ts';
import { isMeta, messageIdOf, sessionIdOf, timeOf, uuidOf } from '../log/fields.ts';
import type { Entry } from '../log/line.ts';

/** What identifies a file's contents: ids with the first time at which the file has them. */
export interface SessionKeys {
  /** All session ids in the file, the most frequent first. */
  readonly sessionIds: readonly string[];
  readonly uuids: ReadonlyMap<string, number | undefined>;
  readonly messageIds: ReadonlyMap<string, number | undefined>;
  /** The session that the client says it was forked from, where it says so. */
  readonly forkedFrom: string | undefined;
}

export type LineageKind =
  | 'unrelated'
  /** The younger one has nothing of its own behind what they share. */
  | 'copy'
  /** Only the younger one went on. A fork whose source never went on looks the same. */
  | 'continuation'
  /** Both went on. */
  | 'fork';

/** How two session files are related. */
export interface Lineage {
  readonly kind: LineageKind;
  /** Which of the two is the source; undefined where nothing tells. */
  readonly older: 'a' | 'b' | undefined;
  readonly olderBy: 'forked-from' | 'session-id' | 'time' | 'contents' | undefined;
  readonly sharedUuids: number;
  readonly sharedMessageIds: number;
  /** Ids that one file alone has, of the kind that they were compared by. */
  readonly onlyA: number;
  readonly onlyB: number;
  /** Uuids are new in copies of 1.0.60 and before: then the files are compared by message ids. */
  readonly comparedBy: 'uuid' | 'messageId' | undefined;
  /** The time of the last shared id, in the older file. */
  readonly partedAt: number | undefined;
}

/** The ids by which a session file can be compared with others. */
export function sessionKeys(entries: readonly Entry[]): SessionKeys {
  const uuids = new Map<string, number | undefined>();
  const messageIds = new Map<string, number | undefined>();
  for (const entry of entries) {
    const time = timeOf(entry);
    // `/clear` of 1.0.55 carries a meta entry, uuid and all, into the next session: no sign of a copy.
    if (!isMeta(entry)) keepFirst(uuids, uuidOf(entry), time);
    keepFirst(messageIds, messageIdOf(entry), time);
  }
  return { ...namedSessions(entries), uuids, messageIds };
}

/** The sessions that a file names by itself, told without a look at all of its ids. */
export function namedSessions(entries: readonly Entry[]): Pick<SessionKeys, 'sessionIds' | 'forkedFrom'> {
  const sessions = new Map<string, number>();
  let forkedFrom: string | undefined;
  for (const entry of entries) {
    const sessionId = sessionIdOf(entry);
    if (sessionId !== undefined) sessions.set(sessionId, (sessions.get(sessionId) ?? 0) + 1);
    forkedFrom ??= stringField(objectField(entry.value, 'forkedFrom'), 'sessionId');
  }
  return { sessionIds: [...sessions].sort((x, y) => y[1] - x[1]).map(([id]) => id), forkedFrom };
}

/** Whether one of two files is a copy, a continuation or a fork of the other, and which is the older [G7]. */
export function relateSessions(a: SessionKeys, b: SessionKeys): Lineage {
  const sharedUuids = shared(a.uuids, b.uuids);
  const sharedMessageIds = shared(a.messageIds, b.messageIds);
  const comparedBy = sharedUuids.length > 0 ? 'uuid' : sharedMessageIds.length > 0 ? 'messageId' : undefined;
  const common = comparedBy === 'uuid' ? sharedUuids : sharedMessageIds;
  const [ofA, ofB] = comparedBy === 'uuid' ? [a.uuids, b.uuids] : [a.messageIds, b.messageIds];
  const counts = {
    sharedUuids: sharedUuids.length,
    sharedMessageIds: sharedMessageIds.length,
    onlyA: ofA.size - common.length,
    onlyB: ofB.size - common.length,
    comparedBy,
  } as const;
  if (comparedBy === undefined) {
    return { kind: 'unrelated', older: undefined, olderBy: undefined, ...counts, partedAt: undefined };
  }
  const [wentOnA, wentOnB] = [wentOn(ofA, common), wentOn(ofB, common)];
  const { older, olderBy } = findOlder(a, b, { common, ofA, ofB, wentOnA, wentOnB });
  const youngerWentOn = older === 'b' ? wentOnA : older === 'a' ? wentOnB : wentOnA || wentOnB;
  const kind = wentOnA && wentOnB ? 'fork' : youngerWentOn ? 'continuation' : 'copy';
  return { kind, older, olderBy, ...counts, partedAt: lastTime(older === 'b' ? ofB : ofA, common) };
}

type Times = ReadonlyMap<string, number | undefined>;

interface Compared {
  readonly common: readonly string[];
  readonly ofA: Times;
  readonly ofB: Times;
  readonly wentOnA: boolean;
  readonly wentOnB: boolean;
}

function findOlder(a: SessionKeys, b: SessionKeys, compared: Compared): Pick<Lineage, 'older' | 'olderBy'> {
  const { common, ofA, ofB, wentOnA, wentOnB } = compared;
  if (a.forkedFrom !== b.forkedFrom) {
    if (a.forkedFrom !== undefined && b.sessionIds.includes(a.forkedFrom))
      return { older: 'b', olderBy: 'forked-from' };
    if (b.forkedFrom !== undefined && a.sessionIds.includes(b.forkedFrom))
      return { older: 'a', olderBy: 'forked-from' };
  }
  // Forks of 2.0.33–2.1.50 keep the source's session id on some or all copied lines.
  const [foreignInA, foreignInB] = [foreign(a, b), foreign(b, a)];
  if (foreignInA !== foreignInB) return { older: foreignInA ? 'b' : 'a', olderBy: 'session-id' };
  // Copies of 1.0.x are dated at the time of the resume.
  const [firstA, firstB] = [firstTime(ofA, common), firstTime(ofB, common)];
  if (firstA !== undefined && firstB !== undefined && firstA !== firstB) {
    return { older: firstA < firstB ? 'a' : 'b', olderBy: 'time' };
  }
  if (wentOnA !== wentOnB) return { older: wentOnA ? 'b' : 'a', olderBy: 'contents' };
  return { older: undefined, olderBy: undefined };
}

// The other file's id beside ids of its own: only a copy holds both.
function foreign(one: SessionKeys, other: SessionKeys): boolean {
  return (
    one.sessionIds.length > 1 &&
    one.sessionIds.some((id) => other.sessionIds[0] === id && other.sessionIds.length === 1)
  );
}

// Within one file only: what a copy lost in the middle (parallel calls) is no going on.
function wentOn(times: Times, common: readonly string[]): boolean {
  if (times.size === common.length) return false;
  const inCommon = new Set(common);
  const last = lastTime(times, common);
  for (const [id, time] of times) {
    if (!inCommon.has(id) && (last === undefined || time === undefined || time > last)) return true;
  }
  return false;
}

function shared(a: Times, b: Times): string[] {
  const [small, large] = a.size <= b.size ? [a, b] : [b, a];
  return [...small.keys()].filter((id) => large.has(id));
}

function firstTime(times: Times, ids: readonly string[]): number | undefined {
  return fold(times, ids, Math.min);
}

function lastTime(times: Times, ids: readonly string[]): number | undefined {
  return fold(times, ids, Math.max);
}

function fold(
  times: Times,
  ids: readonly string[],
  choose: (a: number, b: number) => number,
): number | undefined {
  let chosen: number | undefined;
  for (const id of ids) {
    const time = times.get(id);
    if (time !== undefined) chosen = chosen === undefined ? time : choose(chosen, time);
  }
  return chosen;
}

function keepFirst(
  times: Map<string, number | undefined>,
  id: string | undefined,
  time: number | undefined,
): void {
  if (id === undefined) return;
  const known = times.get(id);
  if (!times.has(id) || (time !== undefined && (known === undefined || time < known))) times.set(id, time);
}
