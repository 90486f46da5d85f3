// The lines that have no place in the graph, each shown behind the entry that it follows in the file.
import { decodeUtf8 } from '../base/bytes.ts';
import { numberField, objectField, stringField } from '../base/json.ts';
import { contentText } from '../log/block.ts';
import { isSidechain, messageOf, typeOf, uuidOf } from '../log/fields.ts';
import { isKnownType } from '../log/known-format.ts';
import type { Entry, Line, UnreadableLine } from '../log/line.ts';
import { isNotification } from '../session/is-notification.ts';
import { replayQueue } from '../session/queue-operations.ts';
import type { Thread } from '../session/session.ts';
import { readNotification } from './notification.ts';
import type { Row } from './row.ts';
import { noticeRow, sourceOf } from './row-source.ts';

/** The unlinked lines by the entry that each follows; those before any entry are under undefined. */
export type BesideLines = ReadonlyMap<Entry | undefined, readonly Line[]>;

/** Lines behind an entry of another branch belong to that branch. */
export function findBeside(thread: Thread, branch: ReadonlySet<Entry>): BesideLines {
  const beside = new Map<Entry | undefined, Line[]>();
  let anchor: Entry | undefined;
  for (const entry of withUnreadable(thread)) {
    if (entry.kind === 'entry' && uuidOf(entry) !== undefined) {
      if (thread.kind === 'agent' || !isSidechain(entry)) anchor = entry;
    } else if (entry.kind !== 'blank' && (!anchor || branch.has(anchor))) {
      const lines = beside.get(anchor);
      if (lines) lines.push(entry);
      else beside.set(anchor, [entry]);
    }
  }
  return beside;
}

// A joined line is itself unreadable, and the entries in it are read: both have their rows.
function* withUnreadable(thread: Thread): Generator<Line> {
  const parts = new Map<number, Entry[]>();
  const whole = new Set<Line>(thread.lines);
  for (const entry of thread.entries) {
    if (whole.has(entry)) continue;
    const known = parts.get(entry.place.line);
    if (known) known.push(entry);
    else parts.set(entry.place.line, [entry]);
  }
  for (const line of thread.lines) {
    yield line;
    if (line.kind === 'unreadable') yield* parts.get(line.place.line) ?? [];
  }
}

/** `queued` holds the queue operations whose text is nowhere else: others are only the way of a prompt to its place [U4]. */
export function besideRow(line: Line, queued: ReadonlySet<Entry>): Row | undefined {
  if (line.kind === 'unreadable') return unreadableRow(line);
  return line.kind === 'entry' ? besideEntry(line, queued) : undefined;
}

/** Prompts and notices that exist only in the queue, because they were handed over unseen or never got out of it. */
export function findQueued(entries: readonly Entry[]): Set<Entry> {
  const { items } = replayQueue(entries);
  const waits = items.some(({ text, outcome }) => outcome === 'waiting' && text !== undefined);
  // All that was ever said is looked through only where something waits, which is rare.
  const said = waits ? collectSaid(entries) : new Set<string>();
  const unseen = items.filter(
    ({ text, outcome, onlyHere }) =>
      onlyHere || (outcome === 'waiting' && text !== undefined && !said.has(text.trim())),
  );
  return new Set(unseen.map((item) => item.entry));
}

function collectSaid(entries: readonly Entry[]): Set<string> {
  const said = new Set<string>();
  for (const entry of entries) {
    if (entry.value.type === 'user') said.add(contentText(messageOf(entry)?.content).trim());
    const attachment = objectField(entry.value, 'attachment');
    if (attachment?.type === 'queued_command') said.add(contentText(attachment.prompt).trim());
  }
  return said;
}

function besideEntry(entry: Entry, queued: ReadonlySet<Entry>): Row {
  const source = sourceOf(entry);
  const { value } = entry;
  switch (value.type) {
    case 'queue-operation':
      return queueRow(entry, queued);
    case 'summary':
      return noticeRow(source, 'title', {
        label: 'summary',
        text: stringField(value, 'summary'),
        quiet: true,
      });
    case 'custom-title':
      return noticeRow(source, 'title', {
        label: `named “${stringField(value, 'customTitle') ?? ''}”`,
        quiet: true,
      });
    case 'ai-title':
      return noticeRow(source, 'title', {
        label: `titled “${stringField(value, 'aiTitle') ?? ''}”`,
        quiet: true,
      });
    case 'permission-mode':
      return noticeRow(source, 'mode', {
        label: `permission mode ${stringField(value, 'permissionMode') ?? ''}`,
        quiet: true,
      });
    case 'mode':
      return noticeRow(source, 'mode', { label: `mode ${stringField(value, 'mode') ?? ''}`, quiet: true });
    case 'pr-link':
      return noticeRow(source, 'system', {
        label: `pull request #${numberField(value, 'prNumber') ?? ''} ${stringField(value, 'prUrl') ?? ''}`,
      });
    default:
      return plainRow(entry);
  }
}

/** An entry of which no more is known than its type; or not even that. */
export function plainRow(entry: Entry): Row {
  const [source, type] = [sourceOf(entry), typeOf(entry)];
  if (!isKnownType(type)) return { kind: 'unknown', ...source, what: 'entry', type, value: entry.value };
  return noticeRow(source, 'bookkeeping', { label: type.replaceAll('-', ' '), quiet: true });
}

function queueRow(entry: Entry, queued: ReadonlySet<Entry>): Row {
  const source = sourceOf(entry);
  const operation = stringField(entry.value, 'operation') ?? '';
  const text = stringField(entry.value, 'content');
  if (text === undefined || !queued.has(entry)) {
    return noticeRow(source, 'queue', { label: `queue: ${operation}`, text, quiet: true });
  }
  if (isNotification(text)) return noticeRow(source, 'notification', readNotification(text));
  return { kind: 'prompt', ...source, promptKind: 'queued', text, reminders: [] };
}

const SHOWN_BYTES = 400;

function unreadableRow(line: UnreadableLine): Row {
  return {
    kind: 'unreadable',
    place: line.place,
    uuid: undefined,
    time: undefined,
    blocks: [],
    reason: line.reason,
    text: decodeUtf8(line.raw.subarray(0, SHOWN_BYTES)),
  };
}
