// Looks at both ends of many session files, and keeps those of a project and a time.
import { mapLimited } from '../disk/list-folder.ts';
import type { SessionFile } from '../disk/list-project.ts';
import { type Glance, glanceFile } from './glance-file.ts';
import { modifiedOf } from './group-projects.ts';
import { matchProjects } from './match-projects.ts';
import { pathsBySlug } from './paths-by-slug.ts';

export interface GlancedFile {
  readonly session: SessionFile;
  readonly glance: Glance;
}

export interface FileFilter {
  /** A path, the last part of one, or any part of one. */
  readonly project?: string | undefined;
  /** Milliseconds: last written to at or after this; before that. */
  readonly since?: number | undefined;
  readonly until?: number | undefined;
}

/** A file that names no directory belongs to the project that its neighbours name, if they agree. */
export async function glanceFiles(sessions: readonly SessionFile[]): Promise<GlancedFile[]> {
  const files = await mapLimited(sessions, async (session) => ({
    session,
    glance: await glanceFile(session),
  }));
  const paths = pathsBySlug(files.map(({ session, glance }) => [session.project, glance.project]));
  return files.map(({ session, glance }) =>
    glance.project === undefined
      ? { session, glance: { ...glance, project: paths.get(session.project) } }
      : { session, glance },
  );
}

export function filterFiles(
  files: readonly GlancedFile[],
  { project, since, until }: FileFilter,
): GlancedFile[] {
  const fitting = project === undefined ? files : matchProjects(project, files);
  return fitting.filter((file) => {
    const modified = modifiedOf(file);
    return (since === undefined || modified >= since) && (until === undefined || modified < until);
  });
}
