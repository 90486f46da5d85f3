// The links of a session that a resume can send: what follows the last compaction, and what the compaction kept [R3] [G4].
import { isObject, stringField } from '../base/json.ts';
import type { CutItem, CutSession } from './cut-session.ts';

/** In order; all links of a session that was never compacted. */
export function sentItems(session: CutSession): readonly CutItem[] {
  const chain = session.items.filter((item) => item.role === 'chain');
  const at = lastBoundary(chain);
  // A file that ends in a bare boundary resumes before it [resume R13].
  if (at < 0 || at === chain.length - 1) return chain;
  const kept = keptUuids(chain, at);
  return chain.filter((item, i) => i > at || kept.has(uuidOf(item)));
}

/** The turns that begin in what a resume sends: of one that was compacted halfway, only the rest is there. */
export function sentTurns(session: CutSession): number[] {
  const sent = new Set(sentItems(session));
  const first = new Map<number, CutItem>();
  for (const item of session.items)
    if (item.role === 'chain' && item.turn > 0 && !first.has(item.turn)) first.set(item.turn, item);
  return [...first].flatMap(([turn, item]) => (sent.has(item) ? [turn] : [])).sort((a, b) => a - b);
}

export function isBoundary({ value }: CutItem): boolean {
  return value.type === 'system' && value.subtype === 'compact_boundary';
}

function lastBoundary(chain: readonly CutItem[]): number {
  return chain.findLastIndex(isBoundary);
}

function keptUuids(chain: readonly CutItem[], at: number): Set<string> {
  const metadata = chain[at]?.value.compactMetadata;
  const kept = new Set<string>();
  if (!isObject(metadata)) return kept;
  const { preservedMessages, preservedSegment } = metadata;
  if (isObject(preservedMessages) && Array.isArray(preservedMessages.uuids))
    for (const uuid of preservedMessages.uuids) if (typeof uuid === 'string') kept.add(uuid);
  if (kept.size > 0 || !isObject(preservedSegment)) return kept;
  const place = (name: string) =>
    chain.findIndex((item) => uuidOf(item) === stringField(preservedSegment, name));
  const [head, tail] = [place('headUuid'), place('tailUuid')];
  if (head >= 0 && tail < at) for (const item of chain.slice(head, tail + 1)) kept.add(uuidOf(item));
  return kept;
}

function uuidOf({ value }: CutItem): string {
  return stringField(value, 'uuid') ?? '';
}
