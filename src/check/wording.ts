// Words that many rules share: ids, and the remedies.
import type { CheckInput } from './checked-session.ts';

/** Ids come from content: no more than a name's length of them is shown, and nothing that steers a terminal. */
export function shortId(id: string): string {
  const clean = id.replace(/[^\w.:@<>-]/g, '?');
  return clean.length > 40 ? `${clean.slice(0, 40)}…` : clean;
}

type Named = Pick<CheckInput, 'selector' | 'kind'>;

/** The file of an agent can only be mended where it is: no client resumes a clone of one. */
export function repairRemedy({ selector, kind }: Named): string {
  return `clew repair ${selector}${kind === 'agent' ? ' --in-place' : ''}`;
}

/** Either of the two, where both help. */
export function repairOrClone(checked: Named, flags: string): string {
  const repair = repairRemedy(checked);
  return checked.kind === 'agent' ? repair : `${repair}, or ${cloneRemedy(checked, flags)}`;
}

export function cloneRemedy({ selector }: { readonly selector: string }, flags = ''): string {
  return `clew clone ${selector} ${flags}`.trimEnd();
}

export const NOTHING_TO_DO = 'Nothing to do.';
