// Lists every project, session and agent of some homes by names and sizes alone, reading no content [F1] [F2] [F4].
import { join, sep } from 'node:path';
import type { AgentFile } from './agent-file.ts';
import { type DiskProblem, listFolder, mapLimited } from './list-folder.ts';
import {
  listProject,
  type OrphanFolder,
  type ProjectFolder,
  type ProjectListing,
  type SessionFile,
} from './list-project.ts';
import { realPathOf } from './real-path.ts';
import { statPath } from './stat-path.ts';

/** What some homes hold, in order of home, project and name. */
export interface SessionListing {
  readonly projects: readonly ProjectFolder[];
  readonly sessions: readonly SessionFile[];
  /** Agents of the flat layout that no session has been found for: `assignAgents` reads whose they are. */
  readonly looseAgents: readonly AgentFile[];
  /** Session folders whose session file is missing or empty. */
  readonly orphans: readonly OrphanFolder[];
  /** Zero-byte session and agent files, which count as nothing [F4]. */
  readonly emptyFiles: readonly string[];
  readonly problems: readonly DiskProblem[];
}

/** Never throws for what it finds: unreadable folders become problems, files that vanish meanwhile are left out. */
export async function findSessions(homes: readonly string[]): Promise<SessionListing> {
  const problems: DiskProblem[] = [];
  const found = await findProjects(homes, problems);
  const realFolders = new Set(found.keys());
  const projects = [...found.values()];
  const listings = await mapLimited(projects, (project) => listProject(project, problems, realFolders));
  return joinListings(projects, listings, problems);
}

/** The same for the one project folder that a session or agent file lies in, if it lies where a client puts them. */
export async function findSessionsAround(file: string): Promise<SessionListing | undefined> {
  const parts = file.split(sep);
  const at = parts.lastIndexOf('projects');
  const slug = parts[at + 1];
  if (at < 0 || slug === undefined || at + 2 >= parts.length) return undefined;
  const problems: DiskProblem[] = [];
  const folder = parts.slice(0, at + 2).join(sep);
  const project: ProjectFolder = { home: parts.slice(0, at).join(sep) || sep, slug, folder };
  return joinListings([project], [await listProject(project, problems)], problems);
}

// By real path: a link to a folder that is listed anyway, here or in another home, would show each session twice.
async function findProjects(
  homes: readonly string[],
  problems: DiskProblem[],
): Promise<Map<string, ProjectFolder>> {
  const own: ProjectFolder[] = [];
  const linked: ProjectFolder[] = [];
  for (const home of homes) {
    const projectsFolder = join(home, 'projects');
    for (const entry of await listFolder(projectsFolder, problems)) {
      const project = { home, slug: entry.name, folder: join(projectsFolder, entry.name) };
      if (entry.isDirectory()) own.push(project);
      // A link that leads nowhere is no project, and nothing that a person could mend by knowing of it.
      else if (entry.isSymbolicLink() && statPath(project.folder)?.isDirectory()) linked.push(project);
    }
  }
  const found = new Map<string, ProjectFolder>();
  for (const project of [...own, ...linked]) {
    const real = realPathOf(project.folder) ?? project.folder;
    if (!found.has(real)) found.set(real, project);
  }
  return found;
}

function joinListings(
  projects: readonly ProjectFolder[],
  listings: readonly ProjectListing[],
  problems: readonly DiskProblem[],
): SessionListing {
  return {
    projects,
    sessions: listings.flatMap((listing) => listing.sessions),
    looseAgents: listings.flatMap((listing) => listing.looseAgents),
    orphans: listings.flatMap((listing) => listing.orphans),
    emptyFiles: listings.flatMap((listing) => listing.emptyFiles),
    problems,
  };
}
