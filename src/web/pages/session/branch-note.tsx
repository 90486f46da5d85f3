// A word on views that tell of the active branch whatever branch is read.
import type { JSX } from 'preact';
import { activeBranch, isLeftBehind, useSession } from '../../data/session-context.ts';

/** What a resume sends, how long things took and which files they left is told of the branch that a resume goes on with. */
const OF_ACTIVE: ReadonlySet<string> = new Set(['context', 'timeline', 'files', 'health']);

export function BranchNote({ tab }: { readonly tab: string }): JSX.Element | null {
  const { head, turns } = useSession();
  if (!OF_ACTIVE.has(tab) || !isLeftBehind({ head, turns })) return null;
  return (
    <p class="branch-note meta">
      This view is of branch {activeBranch(head)}, which a resume goes on with. Transcript and Cut follow
      branch {turns.value?.branch}.
    </p>
  );
}
