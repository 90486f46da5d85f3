// Lists what a clone carries along: its agents, tool results, file history, todos and tasks, each under its new name [F3].
import { basename, dirname, join, relative } from 'node:path';
import { encodeUtf8 } from '../base/bytes.ts';
import { asWords, isObject, type JsonObject, stringField } from '../base/json.ts';
import { listSidecars, type Sidecar } from '../disk/list-sidecars.ts';
import { openByteSource } from '../disk/read-file.ts';
import type { Selection } from '../disk/select-session.ts';
import type { Entry } from '../log/line.ts';
import { lineText } from '../log/parse-line.ts';
import { entryText } from '../log/write-line.ts';
import { type AgentNode, linkAgents } from '../session/agents.ts';
import { blocksOf } from '../transform/choose-calls.ts';
import type { CutSession } from '../transform/cut-session.ts';
import { type Identity, renameIds } from '../transform/new-identity.ts';
import { AgentEvidence } from './agent-evidence.ts';
import { agentThreads, type OpenAgent } from './open-session.ts';

export interface ClonedFile {
  readonly kind: Sidecar['kind'];
  readonly to: string;
  readonly chunks: () => Iterable<Uint8Array> | AsyncIterable<Uint8Array>;
}

export interface ClonedSidecars {
  readonly files: readonly ClonedFile[];
  readonly agents: { readonly kept: number; readonly left: number };
}

export interface SidecarPlan {
  readonly source: ClonedSource;
  readonly selection: Selection;
  readonly identity: Identity;
  /** Snapshots were left out by name: nothing points into the file history any more. */
  readonly withoutSnapshots: boolean;
}

export interface ClonedSource {
  readonly sessionId: string;
  readonly file: string;
  readonly agents: readonly OpenAgent[];
}

/** Sees a clone go by, chapter by chapter and part by part, and then knows what it needs beside it. */
export class CloneSidecars {
  readonly #plan: SidecarPlan;
  readonly #found: readonly Sidecar[];
  readonly #backups: Set<string> | undefined;
  readonly #evidence: AgentEvidence;
  readonly #calls = new Set<string>();

  static async of(plan: SidecarPlan): Promise<CloneSidecars> {
    const { selection } = plan;
    const listed =
      selection.kind === 'session' ? await listSidecars({ ...selection.session, agents: [] }) : { files: [] };
    return new CloneSidecars(plan, listed.files);
  }

  private constructor(plan: SidecarPlan, found: readonly Sidecar[]) {
    this.#plan = plan;
    this.#found = found;
    this.#backups = plan.withoutSnapshots ? undefined : new Set();
    this.#evidence = new AgentEvidence(plan.source.agents);
  }

  /** The same with nothing seen, for another try. */
  anew(): CloneSidecars {
    return new CloneSidecars(this.#plan, this.#found);
  }

  noteSource(entries: readonly Entry[]): void {
    this.#evidence.note(entries);
  }

  /** A part of the clone, before it got its new ids. */
  noteClone({ items }: CutSession): void {
    const backups = this.#found.some(({ kind }) => kind === 'file-history') ? this.#backups : undefined;
    const { calls } = this.#evidence;
    for (const item of items) {
      if (backups) addBackupNames(item.value, backups);
      if (calls.size === 0) continue;
      for (const block of blocksOf(item))
        if (block.type === 'tool_use' && calls.has(asWords(block.id))) this.#calls.add(asWords(block.id));
    }
  }

  list(title: string): ClonedSidecars {
    const { source, identity } = this.#plan;
    const own = join(dirname(source.file), identity.sessionId);
    const { kept, left } = chooseAgents(source.agents, this.#evidence.entries, this.#calls);
    const files = kept.flatMap((agent) => agentFiles(agent, source, own, identity));
    for (const sidecar of this.#found)
      files.push(...sidecarFiles(sidecar, { ...this.#plan, own, title, backups: this.#backups }));
    return { files, agents: { kept: kept.length, left } };
  }
}

// An agent goes with the call that started it, and takes its own agents along.
function chooseAgents(
  agents: readonly OpenAgent[],
  evidence: readonly Entry[],
  calls: ReadonlySet<string>,
): { kept: readonly OpenAgent[]; left: number } {
  if (agents.length === 0) return { kept: agents, left: 0 };
  const gone = new Set<string>();
  const tree = linkAgents({ entries: evidence }, agentThreads(agents));
  for (const node of tree.children) {
    const isGone = node.call !== undefined && !calls.has(node.call.id);
    if (isGone && node.source === 'file' && node.file !== undefined) gone.add(node.file);
    leaveBelow(node, isGone, gone);
  }
  return { kept: agents.filter(({ file }) => !gone.has(file)), left: gone.size };
}

// Calls inside agents are never cut: below an agent that stays, all stay.
function leaveBelow(node: AgentNode, isGone: boolean, gone: Set<string>): void {
  const waiting = isGone ? [...node.children] : [];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    if (next.source === 'file' && next.file !== undefined) gone.add(next.file);
    waiting.push(...next.children);
  }
}

function agentFiles(agent: OpenAgent, source: ClonedSource, own: string, identity: Identity): ClonedFile[] {
  const subagents = join(dirname(source.file), source.sessionId, 'subagents');
  const inside = relative(subagents, agent.file);
  // Beside the session, in the flat layout, the name is taken by the source's own.
  const to = join(own, 'subagents', inside.startsWith('..') ? basename(agent.file) : inside);
  const files: ClonedFile[] = [{ kind: 'agent', to, chunks: () => agentBytes(agent, identity) }];
  const { meta } = agent;
  if (meta) {
    const text = JSON.stringify(renameIds(meta, identity));
    files.push({
      kind: 'agent-meta',
      to: `${to.slice(0, -'.jsonl'.length)}.meta.json`,
      chunks: () => [encodeUtf8(text)],
    });
  }
  return files;
}

function* agentBytes(agent: OpenAgent, identity: Identity): Generator<Uint8Array> {
  for (const line of agent.thread.lines) {
    const text = line.kind === 'entry' ? entryText(line, renameIds(line.value, identity)) : lineText(line);
    yield encodeUtf8(`${text.trimEnd()}\n`);
  }
}

interface SidecarTarget extends SidecarPlan {
  /** The clone's own folder. */
  readonly own: string;
  readonly title: string;
  readonly backups: ReadonlySet<string> | undefined;
}

function sidecarFiles(sidecar: Sidecar, target: SidecarTarget): ClonedFile[] {
  const { source, selection, identity, own, title, backups } = target;
  const { kind, file } = sidecar;
  const home = selection.kind === 'session' ? selection.session.home : '';
  const copy = (to: string): ClonedFile[] => [{ kind, to, chunks: () => openByteSource(file) }];
  switch (kind) {
    case 'agent':
    case 'agent-meta':
      return [];
    case 'custom-title':
      return [
        {
          kind,
          to: join(own, 'custom-title.json'),
          chunks: () => [encodeUtf8(JSON.stringify({ customTitle: title }))],
        },
      ];
    case 'file-history': {
      const inside = relative(join(home, 'file-history', source.sessionId), file);
      // Without a snapshot that names any, all may be of use.
      const wanted = backups !== undefined && (backups.size === 0 || backups.has(inside));
      return wanted ? copy(join(home, 'file-history', identity.sessionId, inside)) : [];
    }
    case 'todos':
    case 'tasks': {
      const inside = relative(join(home, kind), file);
      return copy(join(home, kind, inside.replaceAll(source.sessionId, identity.sessionId)));
    }
    default:
      return copy(join(own, relative(join(dirname(source.file), source.sessionId), file)));
  }
}

function addBackupNames(value: JsonObject, found: Set<string>): void {
  if (!asWords(value.type).startsWith('file-history')) return;
  const waiting: object[] = [value];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const name = isObject(next) ? stringField(next, 'backupFileName') : undefined;
    if (name !== undefined) found.add(name);
    for (const one of Object.values(next)) if (typeof one === 'object' && one !== null) waiting.push(one);
  }
}
