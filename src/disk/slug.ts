// Names the project folder the client uses for a working directory [F1].

/** Found by running clients in deep folders (2.1.325): 200 characters stay whole, 201 are cut and get a hash. */
const MAX_SLUG = 200;

/**
 * The slug of an absolute working directory, as clients write it from 2.1.50 on. It cannot be decoded: many directories
 * share one slug. Clients to 2.0.64 never cut: see `wholeSlugOf`.
 */
export function slugOf(workingDirectory: string): string {
  const slug = wholeSlugOf(workingDirectory);
  return slug.length <= MAX_SLUG ? slug : `${slug.slice(0, MAX_SLUG)}-${hash(workingDirectory)}`;
}

/** The slug without the rule for long paths: the folder of clients to 2.0.64, which fail where a name is too long. */
export function wholeSlugOf(path: string): string {
  // By UTF-16 unit, as the client does: a character outside the first plane becomes two dashes.
  return path.replace(/[^A-Za-z0-9-]/g, '-');
}

function hash(text: string): string {
  let sum = 0;
  for (let i = 0; i < text.length; i++) sum = (Math.imul(sum, 31) + text.charCodeAt(i)) | 0;
  return Math.abs(sum).toString(36);
}
