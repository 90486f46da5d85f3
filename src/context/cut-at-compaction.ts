// Cuts a path at its last compaction boundary, and puts the tail that the compaction preserved behind its anchor.
import { arrayField, objectField, stringField } from '../base/json.ts';
import { isCompactBoundary } from '../log/fields.ts';
import type { ClientBehaviour } from './client-behaviour.ts';
import type { Node, NodeTable } from './read-nodes.ts';

/** The path with the preserved messages of its last boundary behind their anchor [resume R14]. */
export function addPreservedTail(
  path: readonly Node[],
  table: NodeTable,
  behaviour: ClientBehaviour,
): readonly Node[] {
  const boundary = lastBoundary(path);
  if (boundary < 0 || behaviour.preservedTail === 'lost') return path;
  const metadata = objectField(path[boundary]?.entry.value, 'compactMetadata');
  const messages = objectField(metadata, 'preservedMessages');
  const segment = objectField(metadata, 'preservedSegment');
  const listed =
    behaviour.preservedTail === 'either' ? listMessages(arrayField(messages, 'uuids'), table) : undefined;
  const kept = new Set(listed ?? walkSegment(segment, table));
  const anchor = stringField(listed ? messages : segment, 'anchorUuid');
  const at = path.findIndex((node, index) => index >= boundary && node.uuid === anchor);
  // 2.1.100 hangs the tail before what follows the anchor, so that it is lost where nothing follows.
  const misses = behaviour.preservedTail === 'segment' && at === path.length - 1;
  if (kept.size === 0 || at < 0 || misses) return path;
  const rest = path.slice(at + 1).filter((node) => !kept.has(node));
  return [...path.slice(0, at + 1).filter((node) => !kept.has(node)), ...kept, ...rest];
}

/** What follows the last boundary; the whole path where there is none [resume R13]. */
export function cutAtCompaction(path: readonly Node[]): readonly Node[] {
  const boundary = lastBoundary(path);
  return boundary < 0 ? path : path.slice(boundary + 1);
}

function lastBoundary(path: readonly Node[]): number {
  return path.findLastIndex((node) => isCompactBoundary(node.entry));
}

function listMessages(uuids: readonly unknown[] | undefined, table: NodeTable): readonly Node[] | undefined {
  if (!uuids || uuids.length === 0) return undefined;
  const nodes = uuids.map((uuid) => (typeof uuid === 'string' ? table.byUuid.get(uuid) : undefined));
  return nodes.every((node) => node !== undefined) ? nodes : undefined;
}

/** From the tail up to the head; nothing where the head is not reached: an absent head cancels the segment. */
function walkSegment(segment: ReturnType<typeof objectField>, table: NodeTable): readonly Node[] {
  const head = stringField(segment, 'headUuid');
  const walked = new Set<Node>();
  let at = table.byUuid.get(stringField(segment, 'tailUuid') ?? '');
  while (at && !walked.has(at)) {
    walked.add(at);
    if (at.uuid === head) return [...walked].reverse();
    at = at.up;
  }
  return [];
}
