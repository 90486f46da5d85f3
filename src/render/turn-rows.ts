// The rows of one turn: its header, then every entry and unlinked line in reading order.
import { type JsonObject, numberField, objectField, stringField } from '../base/json.ts';
import type { Entry } from '../log/line.ts';
import type { ApiIncident } from '../session/api-errors.ts';
import type { Turn } from '../session/turns.ts';
import { assistantRows } from './assistant-rows.ts';
import { attachmentRow } from './attachment-rows.ts';
import { type BesideLines, besideRow, plainRow } from './beside-rows.ts';
import { countTokens, countToolUses } from './count-tokens.ts';
import type { ForkRows } from './fork-rows.ts';
import type { CompactionRow, Row, TurnRow } from './row.ts';
import { noticeRow, sourceOf } from './row-source.ts';
import { systemRows } from './system-rows.ts';
import type { ToolRows } from './tool-rows.ts';
import { userRows } from './user-rows.ts';

/** What the turns of one branch share. */
export interface BranchRows {
  readonly tools: ToolRows;
  readonly beside: BesideLines;
  readonly forks: ForkRows;
  /** Rows that stand before an entry because something changed there: model, mode. */
  readonly changes: ReadonlyMap<Entry, readonly Row[]>;
  readonly incidents: ReadonlyMap<Entry, ApiIncident>;
  readonly queued: ReadonlySet<Entry>;
}

export function turnRows(turn: Turn, branch: BranchRows): Row[] {
  const blocks = blocksByEntry(turn);
  const rows: Row[] = [turnRow(turn)];
  for (const entry of turn.entries) {
    const fork = branch.forks.before.get(entry);
    // A fork parts before the prompt that opens the turn, and so before its header.
    if (fork) rows.splice(entry === turn.entries[0] ? 0 : rows.length, 0, fork);
    const changes = branch.changes.get(entry) ?? [];
    // Nothing comes between a turn's header and its prompt.
    if (entry !== turn.prompt) for (const row of changes) rows.push(row);
    for (const row of entryRows(entry, blocks.get(entry) ?? [], turn, branch)) pushRow(rows, row);
    if (entry === turn.prompt) for (const row of changes) rows.push(row);
    const behind = branch.forks.behind.get(entry);
    if (behind) rows.push(behind);
    for (const line of branch.beside.get(entry) ?? []) {
      const changed = line.kind === 'entry' ? branch.changes.get(line) : undefined;
      const row = besideRow(line, branch.queued);
      for (const one of changed ?? (row ? [row] : [])) rows.push(one);
    }
  }
  return rows;
}

// Blocks are taken from the messages, where those that were logged twice are left out [M2].
function blocksByEntry(turn: Turn): Map<Entry, JsonObject[]> {
  const byEntry = new Map<Entry, JsonObject[]>();
  for (const message of turn.messages) {
    for (const { block, entry } of message.blocks) {
      const blocks = byEntry.get(entry);
      if (blocks) blocks.push(block);
      else byEntry.set(entry, [block]);
    }
  }
  return byEntry;
}

function entryRows(entry: Entry, blocks: readonly JsonObject[], turn: Turn, branch: BranchRows): Row[] {
  switch (entry.value.type) {
    case 'user':
      return userRows(entry, blocks, branch.tools, entry === turn.prompt);
    case 'assistant':
      return assistantRows(entry, blocks, branch.tools);
    case 'system':
      return systemRows(entry, branch.incidents.get(entry));
    case 'attachment':
      return [attachmentRow(entry)];
    case 'progress':
      return progressRow(entry);
    default:
      return [plainRow(entry)];
  }
}

// What agents report by progress is shown with the agent; of the rest only the words for a person are worth a note.
function progressRow(entry: Entry): Row[] {
  const data = objectField(entry.value, 'data');
  if (data?.type === 'agent_progress') return [];
  const words = stringField(data, 'command') ?? stringField(data, 'query') ?? stringField(data, 'toolName');
  const label = `${(stringField(data, 'type') ?? 'progress').replaceAll('_', ' ')}${words ? ` ${words}` : ''}`;
  return [noticeRow(sourceOf(entry), 'bookkeeping', { label, quiet: true })];
}

function pushRow(rows: Row[], row: Row): void {
  if (isSummary(row)) addSummary(rows, row);
  else rows.push(row);
}

// The summary follows its boundary, sometimes with an attachment between them [G4].
function addSummary(rows: Row[], row: CompactionRow): void {
  const at = rows.findLastIndex((earlier) => earlier.kind === 'compaction' && earlier.scope === 'full');
  const boundary = rows[at];
  if (boundary?.kind !== 'compaction' || boundary.summary !== undefined) rows.push(row);
  else {
    const { summary, blocks, place } = row;
    rows[at] = { ...boundary, summary, blocks, summaryLine: place?.line };
  }
}

function isSummary(row: Row): row is CompactionRow {
  return row.kind === 'compaction' && row.summary !== undefined;
}

function turnRow(turn: Turn): TurnRow {
  const first = turn.prompt ?? turn.entries[0];
  const source = first ? sourceOf(first) : { place: undefined, uuid: undefined, time: undefined, blocks: [] };
  const logged = turn.entries.findLast((entry) => entry.value.subtype === 'turn_duration');
  const span = turn.start === undefined || turn.end === undefined ? undefined : turn.end - turn.start;
  return {
    kind: 'turn',
    ...source,
    number: turn.number,
    turnKind: turn.kind,
    start: turn.start,
    durationMs: numberField(logged?.value, 'durationMs') ?? span,
    exchanges: turn.exchanges,
    toolCalls: countToolUses(turn.messages),
    tokens: countTokens(turn.messages),
    ended: turn.ended,
  };
}
