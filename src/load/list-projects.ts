// Lists the projects of some homes: path, how many sessions, their size and last use. Reads only the ends of the files.
import { findSessions } from '../disk/find-sessions.ts';
import { filterFiles, glanceFiles } from './glance-files.ts';
import { groupProjects, type ProjectSummary } from './group-projects.ts';
import type { ListOptions } from './list-sessions.ts';

/** The one used last comes first; `sort` and `reverse` as for sessions, where they make sense of a project. */
export async function listProjects(options: ListOptions): Promise<ProjectSummary[]> {
  const { sessions } = await findSessions(options.homes);
  return groupProjects(filterFiles(await glanceFiles(sessions), options), options);
}
