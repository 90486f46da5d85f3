// Counts sessions to their projects: how many, their size and last use.
import type { SessionFile } from '../disk/list-project.ts';
import type { Glance } from './glance-file.ts';
import type { ListOptions } from './list-sessions.ts';

/** A project, and what its sessions come to. */
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

/** What is needed of a session to count it to its project. */
export interface ProjectFile {
  readonly session: Pick<SessionFile, 'project' | 'bytes' | 'modified'>;
  readonly glance: Pick<Glance, 'project' | 'modified'>;
}

/** `sort` and `reverse` as for sessions, where they make sense of a project. */
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

/** When a session was last written to: by what its last lines say, else by its file. */
export function modifiedOf({
  session,
  glance,
}: {
  readonly session: Pick<SessionFile, 'modified'>;
  readonly glance: Pick<Glance, 'modified'>;
}): number {
  return glance.modified ?? session.modified;
}
