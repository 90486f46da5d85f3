// Finds the sessions of the project that a person named: by path, by the last part of one, or by any part.
import { basename, resolve } from 'node:path';
import { wholeSlugOf } from '../disk/slug.ts';

/** Whose project is asked for: the folder's name, and the path that its entries name. */
export interface ProjectOf {
  readonly session: { readonly project: string };
  readonly glance: { readonly project: string | undefined };
}

/** From the strictest reading to the loosest; the first that fits anything decides. */
export function matchProjects<File extends ProjectOf>(name: string, files: readonly File[]): File[] {
  const wanted = name.toLowerCase();
  const part = wholeSlugOf(name).toLowerCase();
  const readings: readonly ((path: string, slug: string) => boolean)[] = [
    (path, slug) => path === resolve(name) || path === name || slug === name,
    (path) => basename(path).toLowerCase() === wanted,
    // Where no entry names a directory, the folder's name is all there is to compare with.
    (path, slug) => (path === '' ? slug.toLowerCase().includes(part) : path.toLowerCase().includes(wanted)),
    (_, slug) => slug.toLowerCase().includes(part),
  ];
  for (const reading of readings) {
    const fitting = files.filter(({ session, glance }) => reading(glance.project ?? '', session.project));
    if (fitting.length > 0) return fitting;
  }
  return [];
}
