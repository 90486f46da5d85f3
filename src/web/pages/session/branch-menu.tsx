// Which branch is read, where there are several.
import type { JSX } from 'preact';
import { stripToLine } from '../../../base/strip-controls.ts';
import type { SessionHead } from '../../../server/api.ts';
import { clip } from '../../data/clip.ts';
import { goTo, hrefOfSession, route } from '../../data/route.ts';
import { activeBranch } from '../../data/session-context.ts';
import { Icon } from '../../widgets/icon.tsx';

interface BranchMenuProps {
  readonly head: SessionHead;
  readonly branch: string | undefined;
  readonly current: number | undefined;
}

export function BranchMenu({ head, branch, current }: BranchMenuProps): JSX.Element {
  const active = activeBranch(head);
  const shown = current ?? (branch === undefined ? active : Number(branch));
  return (
    <label class="branch-menu no-print">
      <Icon name="branch" />
      <select
        aria-label="Branch"
        value={String(shown ?? '')}
        onChange={(event) => {
          const { value } = event.currentTarget;
          const next = Number(value) === active ? undefined : value;
          // Two views stay two; what was selected belongs to the branch before.
          const { tab, params } = route.peek();
          goTo(hrefOfSession(head.key, tab, { branch: next, split: params.split }));
        }}
      >
        {head.branchList.map((one) => (
          <option key={one.number} value={String(one.number)}>
            {`branch ${one.number} of ${head.branchList.length}${
              one.firstOwnPrompt && !one.active ? `: ${clip(stripToLine(one.firstOwnPrompt), 60)}` : ''
            }`}
          </option>
        ))}
      </select>
    </label>
  );
}
