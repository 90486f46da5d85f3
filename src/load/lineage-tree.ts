// The family of a session, from clew's records: what it was cloned from, and what was cloned from it.
import { groupBy } from '../base/group-by.ts';
import type { LineageRecord } from './lineage-record.ts';

/** A session in its family. */
export interface LineageNode {
  readonly sessionId: string;
  readonly file: string;
  /** Undefined for a session that clew did not make. */
  readonly record: LineageRecord | undefined;
  readonly children: readonly LineageNode[];
}

/** The tree from the eldest ancestor that the records know. Undefined where they do not know the session at all. */
export function buildLineage(records: readonly LineageRecord[], sessionId: string): LineageNode | undefined {
  const made = new Map(records.map((record) => [record.sessionId, record]));
  const children = groupBy(records, ({ source }) => source.sessionId);
  if (!made.has(sessionId) && !children.has(sessionId)) return undefined;
  let eldest = sessionId;
  const seen = new Set<string>();
  for (let at = made.get(eldest); at && !seen.has(at.sessionId); at = made.get(eldest)) {
    seen.add(at.sessionId);
    eldest = at.source.sessionId;
  }
  const grown = new Set<string>();
  const grow = (id: string, file: string): LineageNode => {
    grown.add(id);
    const own = (children.get(id) ?? []).filter((child) => !grown.has(child.sessionId));
    return {
      sessionId: id,
      file,
      record: made.get(id),
      children: own.map((child) => grow(child.sessionId, child.file)),
    };
  };
  return grow(eldest, made.get(eldest)?.file ?? children.get(eldest)?.[0]?.source.file ?? '');
}
