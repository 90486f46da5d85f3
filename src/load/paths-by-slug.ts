// Finds the paths of project folders, whose names cannot be decoded, from what their files name.

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
