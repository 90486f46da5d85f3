// A session's or agent's file as the catalog knows it: where it lies, whose it is, and what a stat tells of it.
import { join } from 'node:path';
import type { AgentFile } from '../../disk/agent-file.ts';
import type { SessionFile } from '../../disk/list-project.ts';

export interface LogFile {
  readonly path: string;
  readonly home: string;
  /** The name of the project's folder. */
  readonly slug: string;
  readonly sessionId: string | undefined;
  /** Undefined for a session's own file. */
  readonly agentId: string | undefined;
  /** `<project>/<sessionId>/`, of a session that has one. */
  readonly folder: string | undefined;
  readonly metaFile: string | undefined;
  readonly bytes: number;
  /** Milliseconds. */
  readonly modified: number;
}

/** What the homes hold, and what tells whether they still hold it. */
export interface LogListing {
  readonly files: readonly LogFile[];
  /** Folders and sidecars with the time of their last change: while none changes, no file came or went. Empty if none did. */
  readonly watched: ReadonlyMap<string, WatchedPath>;
  /** True where the catalog's own list still held, and no folder had to be listed. */
  readonly fromCatalog: boolean;
  /** Paths that could not be read: what was known below them is not gone. */
  readonly unreadable: readonly string[];
  readonly problems: readonly string[];
}

export interface WatchedPath {
  readonly home: string;
  /** See `stampOf`; -1 where it must not be trusted, 0 where nothing is there. */
  readonly stamp: number;
}

export function ofSession(session: SessionFile): LogFile {
  const { file, home, project, sessionId, folder, bytes, modified } = session;
  return {
    path: file,
    home,
    slug: project,
    sessionId,
    agentId: undefined,
    folder,
    metaFile: undefined,
    bytes,
    modified,
  };
}

export function ofAgent(agent: AgentFile): LogFile {
  const { file, home, project, sessionId, agentId, metaFile, bytes, modified } = agent;
  return {
    path: file,
    home,
    slug: project,
    sessionId,
    agentId,
    folder: undefined,
    metaFile,
    bytes,
    modified,
  };
}

/** The session as the load layer knows it, put together again from what the catalog keeps. */
export function toSessionFile(file: LogFile, agents: readonly LogFile[]): SessionFile {
  return {
    file: file.path,
    bytes: file.bytes,
    modified: file.modified,
    home: file.home,
    project: file.slug,
    sessionId: file.sessionId ?? '',
    folder: file.folder,
    agents: agents.map(toAgentFile),
  };
}

function toAgentFile(agent: LogFile): AgentFile {
  return {
    file: agent.path,
    bytes: agent.bytes,
    modified: agent.modified,
    home: agent.home,
    project: agent.slug,
    agentId: agent.agentId ?? '',
    layout: /[/\\]subagents[/\\]/.test(agent.path) ? 'nested' : 'flat',
    sessionId: agent.sessionId,
    workflow: /[/\\]subagents[/\\]workflows[/\\]([^/\\]+)[/\\]/.exec(agent.path)?.[1],
    metaFile: agent.metaFile,
  };
}

/** A time as the catalog keeps it, in whole microseconds: fractions of a millisecond would not survive being written as text. */
export function stampOf(modified: number): number {
  return Math.round(modified * 1000);
}

/** The sidecar that holds a title given by hand [F3]. */
export function titleFileOf(folder: string): string {
  return join(folder, 'custom-title.json');
}
