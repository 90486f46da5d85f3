// Chooses the newest session of the one project that a name fits.
import { Refusal } from '../base/refusal.ts';
import type { SessionListing } from './find-sessions.ts';
import type { SessionFile } from './list-project.ts';
import { type Machine, resolvePath } from './machine.ts';
import { quoteName } from './quote-name.ts';
import { noSessionsRefusal, severalProjectsRefusal } from './refuse-selector.ts';
import { selectLatest } from './select-latest.ts';
import { slugOf, wholeSlugOf } from './slug.ts';

/** The newest session of the project. `name` is a path, a slug, the end of one, or any part of one. */
export async function selectProject(
  name: string,
  listing: SessionListing,
  homes: readonly string[],
  machine: Machine,
): Promise<SessionFile> {
  const slugs = matchProjects(name, [...new Set(listing.projects.map((project) => project.slug))], machine);
  const sessions = listing.sessions.filter((session) => slugs.includes(session.project));
  // Folders without sessions are no choice that anyone could have meant.
  const inhabited = [...new Set(sessions.map((session) => session.project))];
  if (inhabited.length > 1 && !isPath(name)) throw severalProjectsRefusal(name, sessions, inhabited);
  const latest = await selectLatest(sessions);
  if (latest) return latest;
  if (listing.sessions.length === 0) throw noSessionsRefusal(homes);
  if (slugs.length > 0) {
    throw new Refusal(
      'empty-project',
      `The project ${quoteName(name)} has no sessions.`,
      '`clew ls` shows what there is.',
    );
  }
  throw new Refusal(
    'unknown-project',
    `No project fits ${quoteName(name)}.`,
    '`clew ls --projects` lists the projects.',
  );
}

function isPath(name: string): boolean {
  return /^(?:[/~]|\.{1,2}(?:[/\\]|$)|[A-Za-z]:[/\\])/.test(name);
}

// From the strictest reading to the loosest; the first that fits anything decides.
function matchProjects(name: string, slugs: readonly string[], machine: Machine): readonly string[] {
  if (name === '') return [];
  const path = isPath(name) ? resolvePath(name, machine) : undefined;
  // Old clients name the folder of a long path otherwise than new ones: both are the same project.
  const asPath = path === undefined ? [] : [slugOf(path), wholeSlugOf(path)];
  const part = wholeSlugOf(name).toLowerCase();
  const readings: readonly ((slug: string) => boolean)[] = [
    (slug) => asPath.includes(slug) || slug === name,
    (slug) => slug.toLowerCase() === part || slug.toLowerCase().endsWith(`-${part.replace(/^-/, '')}`),
    (slug) => slug.toLowerCase().includes(part),
  ];
  for (const reading of readings) {
    const fitting = slugs.filter(reading);
    if (fitting.length > 0) return fitting;
    // A path names one folder: that others have it inside their names means nothing.
    if (path !== undefined) return [];
  }
  return [];
}
