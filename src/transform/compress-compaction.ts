// Writes a compaction in the client's own manner: a boundary and a summary behind the shortened turns, which stay in the file [G4].
import { type JsonObject, stringField } from '../base/json.ts';
import { listExchanges } from './compress-exchanges.ts';
import type { TurnsUnit } from './compress-units.ts';
import type { Cut, CutItem, CutSession } from './cut-session.ts';

export interface CompactionOptions {
  readonly newUuid: () => string;
  /** What a resume loaded before, in tokens. */
  readonly preTokens: number;
}

/** What the client begins its summaries with. */
const OPENING =
  'This session is being continued from a previous conversation that ran out of context. The summary below covers the earlier portion of the conversation.';

/**
 * Covers the units from the first on that have a text; what follows the first without one stays as it was said. Nothing
 * changes where the first has none.
 */
export function insertCompaction(
  session: CutSession,
  units: readonly TurnsUnit[],
  texts: ReadonlyMap<string, string>,
  options: CompactionOptions,
): Cut {
  const missing = units.findIndex((unit) => !texts.has(unit.id));
  const covered = missing < 0 ? units : units.slice(0, missing);
  const last = covered.at(-1);
  const before = last && listExchanges(session)[last.to - 1]?.items.at(-1);
  if (!last || !before) return { session, changes: {} };
  const said = covered.map((unit) => texts.get(unit.id) as string);
  const envelope = envelopeOf(session, before);
  const boundary: JsonObject = {
    parentUuid: null,
    logicalParentUuid: stringField(before.value, 'uuid'),
    ...envelope,
    type: 'system',
    subtype: 'compact_boundary',
    content: 'Conversation compacted',
    isMeta: false,
    timestamp: before.value.timestamp,
    uuid: options.newUuid(),
    level: 'info',
    compactMetadata: { trigger: 'manual', preTokens: Math.round(options.preTokens) },
  };
  const summary: JsonObject = {
    parentUuid: boundary.uuid,
    ...envelope,
    type: 'user',
    message: { role: 'user', content: `${OPENING}\n\nSummary:\n${said.join('\n\n')}` },
    isVisibleInTranscriptOnly: true,
    isCompactSummary: true,
    uuid: options.newUuid(),
    timestamp: before.value.timestamp,
  };
  const turns = new Set(
    listExchanges(session)
      .slice(0, last.to)
      .map(({ turn }) => turn),
  );
  turns.delete(0);
  const at = session.items.indexOf(before) + 1;
  const added = [boundary, summary].map(
    (value): CutItem => ({ value, entry: undefined, role: 'chain', turn: before.turn }),
  );
  const items = [...session.items.slice(0, at), ...added, ...session.items.slice(at)];
  return { session: { ...session, items }, changes: { compactedTurns: turns.size } };
}

const ENVELOPE = [
  'isSidechain',
  'userType',
  'entrypoint',
  'cwd',
  'sessionId',
  'version',
  'gitBranch',
  'slug',
];

// Of the nearest line above that was said: other lines may lack half of it.
function envelopeOf(session: CutSession, before: CutItem): JsonObject {
  const at = session.items.indexOf(before);
  const said = session.items
    .slice(0, at + 1)
    .findLast(
      ({ value }) => (value.type === 'user' || value.type === 'assistant') && value.cwd !== undefined,
    );
  const { value } = said ?? before;
  return Object.fromEntries(
    ENVELOPE.filter((key) => value[key] !== undefined).map((key) => [key, value[key]]),
  );
}
