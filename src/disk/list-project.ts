// Lists the sessions and agents of one project folder without reading any content [F1] [F2] [F4].
import type { Dirent } from 'node:fs';
import { dirname, join } from 'node:path';
import { UUID } from '../base/uuid.ts';
import { type AgentFile, agentIdOf, nestedAgents } from './agent-file.ts';
import {
  type DiskProblem,
  type FoundFile,
  listFolder,
  lookAtFile,
  mapLimited,
  walkFiles,
} from './list-folder.ts';
import { realPathOf } from './real-path.ts';

export interface ProjectFolder {
  readonly home: string;
  readonly slug: string;
  readonly folder: string;
}

/** A session’s main file, where it lies and what belongs to it. */
export interface SessionFile extends FoundFile {
  readonly home: string;
  /** The slug of the project folder; the project's path is in the entries' `cwd` [F1]. */
  readonly project: string;
  readonly sessionId: string;
  /** `<project>/<sessionId>/`, where it exists: agents and sidecars. */
  readonly folder: string | undefined;
  readonly agents: readonly AgentFile[];
}

/** A session's folder whose session file is missing or empty. */
export interface OrphanFolder {
  readonly home: string;
  readonly project: string;
  readonly sessionId: string;
  readonly folder: string;
  readonly agents: readonly AgentFile[];
}

export interface ProjectListing {
  readonly sessions: readonly SessionFile[];
  /** Agents of the flat layout: whose they are stands only in their content. */
  readonly looseAgents: readonly AgentFile[];
  readonly orphans: readonly OrphanFolder[];
  /** Zero-byte files, which count as nothing [F4]. */
  readonly emptyFiles: readonly string[];
}

/** `realFolders` are the project folders listed under their own names: links to files in them are the same files again. */
export async function listProject(
  project: ProjectFolder,
  problems: DiskProblem[],
  realFolders: ReadonlySet<string> = new Set(),
): Promise<ProjectListing> {
  const entries = await listFolder(project.folder, problems);
  const logs = entries.filter((entry) => isLog(entry));
  const found = await mapLimited(logs, async (entry) => {
    const file = join(project.folder, entry.name);
    if (entry.isSymbolicLink() && leadsInto(file, realFolders)) return undefined;
    return lookAtFile(file, problems);
  });
  const folders = await listSessionFolders(project, entries, problems);
  const names = new Set(entries.map((entry) => entry.name));
  const sessions: SessionFile[] = [];
  const looseAgents: AgentFile[] = [];
  const emptyFiles: string[] = [];
  for (const [i, file] of found.entries()) {
    const name = logs[i]?.name ?? '';
    if (!file) continue;
    const agentId = agentIdOf(name);
    if (file.bytes === 0) emptyFiles.push(file.file);
    else if (agentId === undefined) {
      const sessionId = name.slice(0, -'.jsonl'.length);
      const own = folders.get(sessionId);
      folders.delete(sessionId);
      const { home, slug } = project;
      sessions.push({
        ...file,
        home,
        project: slug,
        sessionId,
        folder: own?.folder,
        agents: own?.agents ?? [],
      });
    } else looseAgents.push(flatAgent(file, agentId, project, names));
  }
  const orphans = [...folders.values()].filter((folder) => folder.isSession);
  return { sessions, looseAgents, orphans: orphans.map(({ isSession, ...orphan }) => orphan), emptyFiles };
}

function isLog(entry: Dirent): boolean {
  // A dot-name is a temporary of ours or of another tool, never a session.
  if (!entry.name.endsWith('.jsonl') || entry.name.startsWith('.')) return false;
  return entry.isFile() || entry.isSymbolicLink();
}

function leadsInto(link: string, realFolders: ReadonlySet<string>): boolean {
  const real = realPathOf(link);
  return real !== undefined && realFolders.has(dirname(real));
}

interface SessionFolder extends OrphanFolder {
  readonly isSession: boolean;
}

// Projects hold other folders too (`memory/`): without a session file, only what looks like a session's is an orphan.
async function listSessionFolders(
  project: ProjectFolder,
  entries: readonly Dirent[],
  problems: DiskProblem[],
): Promise<Map<string, SessionFolder>> {
  const folders = entries.filter((entry) => entry.isDirectory());
  const listed = await mapLimited(folders, async ({ name }): Promise<[string, SessionFolder]> => {
    const folder = join(project.folder, name);
    const owner = { home: project.home, project: project.slug, sessionId: name };
    const inside = await listFolder(folder, problems);
    const subagents = join(folder, 'subagents');
    const hasAgents = inside.some((entry) => entry.name === 'subagents' && entry.isDirectory());
    const agents = hasAgents ? nestedAgents(await walkFiles(subagents, problems), subagents, owner) : [];
    const isSession = UUID.test(name) || inside.some((entry) => SESSION_PARTS.has(entry.name));
    return [name, { ...owner, folder, agents, isSession }];
  });
  return new Map(listed);
}

const SESSION_PARTS: ReadonlySet<string> = new Set(['subagents', 'tool-results', 'custom-title.json']);

function flatAgent(
  found: FoundFile,
  agentId: string,
  project: ProjectFolder,
  names: ReadonlySet<string>,
): AgentFile {
  const meta = `agent-${agentId}.meta.json`;
  return {
    ...found,
    home: project.home,
    project: project.slug,
    agentId,
    layout: 'flat',
    sessionId: undefined,
    workflow: undefined,
    metaFile: names.has(meta) ? join(project.folder, meta) : undefined,
  };
}
