// Every file that a session read, wrote or edited, with the turns it was touched in and every version of it that is known.
import { stringField } from '../base/json.ts';
import { uuidOf } from '../log/fields.ts';
import type { Entry } from '../log/line.ts';
import { branchEntries } from '../session/branches.ts';
import { activeBranch, readConversation, type Thread } from '../session/session.ts';
import { pairToolCalls, type ToolCall } from '../session/tool-calls.ts';
import { pathOfChange } from '../session/tool-view/view-change.ts';
import type { Turn } from '../session/turns.ts';
import { listBackups } from './file-backups.ts';
import { type FileStep, readStep, type TextRoom, type TouchKind } from './file-step.ts';
import { type FileEvent, type FileVersion, VersionList } from './version-list.ts';

export interface FileTouch {
  readonly kind: TouchKind;
  /** Of the main thread; an agent's touch has the turn that the agent worked in. */
  readonly turn: number;
  /** The line of the call, in the agent's own file where an agent did it. */
  readonly line: number;
  readonly callId: string;
  readonly agentId: string | undefined;
  /** Milliseconds. */
  readonly time: number | undefined;
  readonly added: number;
  readonly removed: number;
}

export type { FileVersion } from './version-list.ts';

/** A file that a session read or wrote, with its versions. */
export interface TouchedFile {
  /** As the tools name it: absolute. */
  readonly path: string;
  /** Relative to the project where it lies in it. */
  readonly name: string;
  readonly touches: readonly FileTouch[];
  readonly versions: readonly FileVersion[];
  readonly added: number;
  readonly removed: number;
}

/** The files of a session. */
export interface FileList {
  /** The project's directory, as the session's lines name it. */
  readonly cwd: string | undefined;
  readonly turns: number;
  /** In order of their first touch. */
  readonly files: readonly TouchedFile[];
}

export interface FilesInput {
  readonly thread: Thread;
  readonly agents: readonly { readonly agentId: string; readonly thread: Thread }[];
}

/**
 * Along the active branch of the main thread, and of every agent. What shell commands did to files is not in the log:
 * where a tool meets a file that they changed, its content appears as `found`.
 */
export function listFiles({ thread, agents }: FilesInput): FileList {
  const { entries, turns } = readConversation(thread);
  const cwd = cwdOf(entries);
  const turnOfLine = new Map<number, number>();
  for (const turn of turns) for (const { place } of turn.entries) turnOfLine.set(place.line, turn.number);
  const drafts = new Map<string, Draft>();
  const draftOf = (path: string): Draft => {
    const known = drafts.get(path) ?? { path, events: [] };
    drafts.set(path, known);
    return known;
  };
  // What has no time of its own came after what its worker did before it.
  const lastTimes = new Map<string | undefined, number>();
  const take = (step: FileStep, turn: number, agentId: string | undefined): void => {
    const draft = draftOf(absolutePath(step.path, cwd));
    const time = timeOf(step);
    const at = time ?? lastTimes.get(agentId) ?? 0;
    lastTimes.set(agentId, at);
    draft.events.push({ step, turn, agentId, time, at, order: draft.events.length });
  };
  for (const { call, agentId } of walkCalls(entries, agents)) {
    const step = readStep(call);
    if (!step) continue;
    const turn =
      agentId === undefined ? (turnOfLine.get(step.call.entry.place.line) ?? 0) : turnAt(turns, timeOf(step));
    take(step, turn, agentId);
  }
  const startOfTurn = new Map(turns.map(({ number, start }) => [number, start]));
  const turnOfUuid = new Map<string, number>();
  for (const turn of turns)
    for (const entry of turn.entries) turnOfUuid.set(uuidOf(entry) ?? '', turn.number);
  for (const backup of listBackups(thread.entries)) {
    const draft = draftOf(absolutePath(backup.path, cwd));
    const turn = turnOfUuid.get(backup.messageId ?? '') ?? turnAt(turns, backup.time);
    const at = backup.time ?? startOfTurn.get(turn) ?? 0;
    draft.events.push({ backup, turn, time: backup.time, at, order: draft.events.length });
  }
  const room: TextRoom = { left: MOST_EDITED };
  const files = [...drafts.values()].map((draft) => finishFile(draft, cwd, room));
  return { cwd, turns: turns.at(-1)?.number ?? 0, files: files.sort(byFirstTouch) };
}

/** The absolute paths of the files that calls wrote or edited: as `listFiles` has them, without any content. */
export function listChangedPaths({ thread, agents }: FilesInput): ReadonlySet<string> {
  const entries = branchEntries(activeBranch(thread));
  const cwd = cwdOf(entries);
  const paths = new Set<string>();
  for (const { call } of walkCalls(entries, agents)) {
    const path = call.status === 'ok' ? pathOfChange(call) : undefined;
    if (path !== undefined) paths.add(absolutePath(path, cwd));
  }
  return paths;
}

function cwdOf(entries: readonly Entry[]): string | undefined {
  const first = entries.find(({ value }) => stringField(value, 'cwd') !== undefined);
  return first && stringField(first.value, 'cwd');
}

interface WalkedCall {
  readonly call: ToolCall;
  readonly agentId: string | undefined;
}

function* walkCalls(main: readonly Entry[], agents: FilesInput['agents']): Generator<WalkedCall> {
  for (const call of pairToolCalls(main).calls) yield { call, agentId: undefined };
  for (const { agentId, thread } of agents) {
    for (const call of pairToolCalls(branchEntries(activeBranch(thread))).calls) yield { call, agentId };
  }
}

/** Ten thousand edits of a file of 25 kB. */
const MOST_EDITED = 500_000_000;

interface Draft {
  readonly path: string;
  readonly events: FileEvent[];
}

function timeOf({ call }: FileStep): number | undefined {
  return call.endedAt ?? call.startedAt;
}

function touchOf(step: FileStep, { turn, agentId }: FileEvent): FileTouch {
  const { kind, call, added, removed } = step;
  return {
    kind,
    turn,
    line: call.entry.place.line,
    callId: call.id,
    agentId,
    time: timeOf(step),
    added,
    removed,
  };
}

function turnAt(turns: readonly Turn[], time: number | undefined): number {
  if (time === undefined) return turns.at(-1)?.number ?? 0;
  return turns.findLast((turn) => (turn.start ?? Number.POSITIVE_INFINITY) <= time)?.number ?? 0;
}

function finishFile({ path, events }: Draft, cwd: string | undefined, room: TextRoom): TouchedFile {
  // A backup is the state before its turn's work.
  const ordered = [...events].sort((a, b) => a.at - b.at || rank(a) - rank(b) || a.order - b.order);
  const touches = ordered.flatMap((event) => (event.step ? [touchOf(event.step, event)] : []));
  const versions = new VersionList(room);
  for (const event of ordered) versions.take(event);
  return {
    path,
    name: relativeName(path, cwd),
    touches,
    versions: versions.list,
    added: touches.reduce((sum, touch) => sum + touch.added, 0),
    removed: touches.reduce((sum, touch) => sum + touch.removed, 0),
  };
}

function rank({ backup }: FileEvent): number {
  return backup ? 0 : 1;
}

function absolutePath(path: string, cwd: string | undefined): string {
  if (/^(?:[/\\]|[A-Za-z]:[/\\])/.test(path) || cwd === undefined) return path;
  const separator = /^[A-Za-z]:\\/.test(cwd) ? '\\' : '/';
  return `${cwd.replace(/[/\\]$/, '')}${separator}${path}`;
}

function relativeName(path: string, cwd: string | undefined): string {
  const inside = cwd !== undefined && path.startsWith(cwd) && /^[/\\]/.test(path.slice(cwd.length));
  return inside ? path.slice(cwd.length + 1) : path;
}

function byFirstTouch(a: TouchedFile, b: TouchedFile): number {
  const first = ({ touches, versions }: TouchedFile): number => touches[0]?.time ?? versions[0]?.time ?? 0;
  return first(a) - first(b) || (a.path < b.path ? -1 : 1);
}
