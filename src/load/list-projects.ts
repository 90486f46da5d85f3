// Lists the projects of some homes: path, how many sessions, their size and last use. Reads only the ends of the files.
import { findSessions } from '../disk/find-sessions.ts';
import type { SessionFile } from '../disk/list-project.ts';
import type { Glance } from './glance-file.ts';
import { filterFiles, glanceFiles, modifiedOf } from './glance-files.ts';
import type { ListOptions } from './list-sessions.ts';

export interface ProjectSummary {
  /** The working directory in the entries [F1]; undefined where no entry names one. */
  readonly project: string | undefined;
  /** The folder's name, which cannot be decoded. */
  readonly slug: string;
  /** Session files with something in them, the warm-ups too: their contents are not read here. */
  readonly sessions: number;
  readonly bytes: number;
  readonly modified: number;
}

/** The one used last comes first; `sort` and `reverse` as for sessions, where they make sense of a project. */
export async function listProjects(options: ListOptions): Promise<ProjectSummary[]> {
  const { sessions } = await findSessions(options.homes);
  return groupProjects(filterFiles(await glanceFiles(sessions), options), options);
}

/** What is needed of a session to count it to its project. */
export interface ProjectFile {
  readonly session: Pick<SessionFile, 'project' | 'bytes' | 'modified'>;
  readonly glance: Pick<Glance, 'project' | 'modified'>;
}

export function groupProjects(
  files: readonly ProjectFile[],
  options: Pick<ListOptions, 'sort' | 'reverse' | 'most'>,
): ProjectSummary[] {
  const projects = new Map<string, ProjectSummary>();
  for (const file of files) {
    const { session } = file;
    const { project } = file.glance;
    // Two directories can share a slug, and one directory can have two in two homes.
    const key = JSON.stringify(project === undefined ? [session.project] : project);
    const known = projects.get(key);
    projects.set(key, {
      project,
      slug: known?.slug ?? session.project,
      sessions: (known?.sessions ?? 0) + 1,
      bytes: (known?.bytes ?? 0) + session.bytes,
      modified: Math.max(known?.modified ?? 0, modifiedOf(file)),
    });
  }
  const by = (one: ProjectSummary) => (options.sort === 'size' ? one.bytes : one.modified);
  const rows = [...projects.values()].sort((a, b) =>
    options.sort === 'title'
      ? (a.project ?? a.slug).localeCompare(b.project ?? b.slug, 'en')
      : by(b) - by(a) || (a.slug < b.slug ? -1 : 1),
  );
  if (options.reverse) rows.reverse();
  return rows.slice(0, options.most);
}
