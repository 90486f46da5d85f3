// Lists what a clone carries along: its agents, tool results, file history, todos and tasks, each under its new name [F3].
import { basename, dirname, join, relative } from 'node:path';
import { encodeUtf8 } from '../base/bytes.ts';
import { isObject, type Json, stringField } from '../base/json.ts';
import { listSidecars, type Sidecar } from '../disk/list-sidecars.ts';
import { openByteSource } from '../disk/read-file.ts';
import type { Selection } from '../disk/select-session.ts';
import { lineText } from '../log/parse-line.ts';
import { entryText } from '../log/write-line.ts';
import { type AgentNode, linkAgents } from '../session/agents.ts';
import { blocksOf } from '../transform/choose-calls.ts';
import type { CutSession } from '../transform/cut-session.ts';
import { type Identity, renameIds } from '../transform/new-identity.ts';
import type { OpenAgent, OpenSession } from './open-session.ts';

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
  readonly open: OpenSession;
  readonly selection: Selection;
  /** The clone's items, before they got their new ids. */
  readonly session: CutSession;
  readonly identity: Identity;
  readonly title: string;
  /** Snapshots were left out by name: nothing points into the file history any more. */
  readonly withoutSnapshots: boolean;
}

export async function planSidecars(plan: SidecarPlan): Promise<ClonedSidecars> {
  const { open, selection, identity } = plan;
  const own = join(dirname(open.file), identity.sessionId);
  const { kept, left } = chooseAgents(open, plan.session);
  const files = kept.flatMap((agent) => agentFiles(agent, open, own, identity));
  if (selection.kind === 'session') {
    const { files: found } = await listSidecars({ ...selection.session, agents: [] });
    const backups = plan.withoutSnapshots ? undefined : backupNames(plan.session);
    for (const sidecar of found) files.push(...sidecarFiles(sidecar, plan, own, backups));
  }
  return { files, agents: { kept: kept.length, left } };
}

// An agent goes with the call that started it, and takes its own agents along.
function chooseAgents(open: OpenSession, session: CutSession): { kept: OpenAgent[]; left: number } {
  const calls = new Set<string>();
  for (const item of session.items)
    for (const block of blocksOf(item)) if (block.type === 'tool_use') calls.add(String(block.id));
  const gone = new Set<string>();
  const threads = open.agents.map(({ agentId, file, meta, thread }) => ({
    agentId,
    file,
    meta,
    entries: thread.entries,
  }));
  const tree = linkAgents(open.thread, threads);
  for (const node of tree.children) {
    const isGone = node.call !== undefined && !calls.has(node.call.id);
    if (isGone && node.source === 'file' && node.file !== undefined) gone.add(node.file);
    leaveBelow(node, isGone, gone);
  }
  return { kept: open.agents.filter(({ file }) => !gone.has(file)), left: gone.size };
}

// Calls inside agents are never cut: below an agent that stays, all stay.
function leaveBelow(node: AgentNode, isGone: boolean, gone: Set<string>): void {
  const waiting = isGone ? [...node.children] : [];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    if (next.source === 'file' && next.file !== undefined) gone.add(next.file);
    waiting.push(...next.children);
  }
}

function agentFiles(agent: OpenAgent, open: OpenSession, own: string, identity: Identity): ClonedFile[] {
  const subagents = join(dirname(open.file), open.sessionId, 'subagents');
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

function sidecarFiles(
  sidecar: Sidecar,
  plan: SidecarPlan,
  own: string,
  backups: ReadonlySet<string> | undefined,
): ClonedFile[] {
  const { open, selection, identity, title } = plan;
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
      const inside = relative(join(home, 'file-history', open.sessionId), file);
      // Without a snapshot that names any, all may be of use.
      const wanted = backups !== undefined && (backups.size === 0 || backups.has(inside));
      return wanted ? copy(join(home, 'file-history', identity.sessionId, inside)) : [];
    }
    case 'todos':
    case 'tasks': {
      const inside = relative(join(home, kind), file);
      return copy(join(home, kind, inside.replaceAll(open.sessionId, identity.sessionId)));
    }
    default:
      return copy(join(own, relative(join(dirname(open.file), open.sessionId), file)));
  }
}

function backupNames(session: CutSession): Set<string> {
  const found = new Set<string>();
  for (const { value } of session.items) {
    if (!String(value.type).startsWith('file-history')) continue;
    const waiting: (Json | undefined)[] = [value];
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      if (Array.isArray(next)) waiting.push(...next);
      if (!isObject(next)) continue;
      const name = stringField(next, 'backupFileName');
      if (name !== undefined) found.add(name);
      for (const one of Object.values(next)) if (typeof one === 'object' && one !== null) waiting.push(one);
    }
  }
  return found;
}
