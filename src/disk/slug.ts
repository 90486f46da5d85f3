// Names the project folder the client uses for a working directory [F1].

/** Found by running 2.1.100 and 2.1.325 in deep folders: 200 characters stay whole, 201 are cut and get a hash. */
const MAX_SLUG = 200;

/**
 * The slug of an absolute working directory. It cannot be decoded: many directories share one slug.
 * Clients to 2.0.64 have no rule for long paths (they fail on names the file system refuses), so one rule serves all.
 */
export function slugOf(workingDirectory: string): string {
  const slug = sanitize(workingDirectory);
  return slug.length <= MAX_SLUG ? slug : `${slug.slice(0, MAX_SLUG)}-${hash(workingDirectory)}`;
}

/** The part of a path as it would stand inside a slug, without the rule for long paths. */
export function sanitize(path: string): string {
  // By UTF-16 unit, as the client does: a character outside the first plane becomes two dashes.
  return path.replace(/[^A-Za-z0-9-]/g, '-');
}

function hash(text: string): string {
  let sum = 0;
  for (let i = 0; i < text.length; i++) sum = (Math.imul(sum, 31) + text.charCodeAt(i)) | 0;
  return Math.abs(sum).toString(36);
}
