// Looks at both ends of many session files, and keeps those of a project and a time.
import { mapLimited } from '../disk/list-folder.ts';
import type { SessionFile } from '../disk/list-project.ts';
import { type Glance, glanceFile } from './glance-file.ts';
import { matchProjects } from './match-projects.ts';

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

/** The one path that the files of a project folder name; none where they name several, which can share a slug [F1]. */
export function pathsBySlug(
  files: readonly (readonly [slug: string, path: string | undefined])[],
): Map<string, string | undefined> {
  const paths = new Map<string, string | undefined>();
  for (const [slug, path] of files) {
    if (path === undefined) continue;
    if (!paths.has(slug)) paths.set(slug, path);
    else if (paths.get(slug) !== path) paths.set(slug, undefined);
  }
  return paths;
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

export function modifiedOf({
  session,
  glance,
}: {
  readonly session: Pick<SessionFile, 'modified'>;
  readonly glance: Pick<Glance, 'modified'>;
}): number {
  return glance.modified ?? session.modified;
}
