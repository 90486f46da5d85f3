// Words that many rules share: ids, and the remedies.

/** Ids come from content: no more than a name's length of them is shown, and nothing that steers a terminal. */
export function shortId(id: string): string {
  const clean = id.replace(/[^\w.:@<>-]/g, '?');
  return clean.length > 40 ? `${clean.slice(0, 40)}…` : clean;
}

export function repairRemedy({ selector }: { readonly selector: string }): string {
  return `clew repair ${selector}`;
}

export function cloneRemedy({ selector }: { readonly selector: string }, flags = ''): string {
  return `clew clone ${selector} ${flags}`.trimEnd();
}

export const NOTHING_TO_DO = 'Nothing to do.';
