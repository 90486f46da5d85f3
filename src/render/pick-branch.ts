// Chooses a branch by its number, or by the beginning of its leaf's uuid.
import { Refusal } from '../base/refusal.ts';
import type { Branch } from '../session/branches.ts';

export function pickBranch(branches: readonly Branch[], wanted: string): Branch {
  const text = wanted.trim().toLowerCase();
  const numbered = /^\d{1,6}$/.test(text) ? branches[Number(text) - 1] : undefined;
  if (numbered) return numbered;
  const fitting = text === '' ? [] : branches.filter(({ leaf }) => leaf.uuid.toLowerCase().startsWith(text));
  const [first, second] = fitting;
  if (first && !second) return first;
  const shown = wanted.trim().slice(0, 40);
  throw new Refusal(
    first ? 'several-branches' : 'no-such-branch',
    first
      ? `The leaves of ${fitting.length} branches begin with “${shown}”.`
      : `There is no branch “${shown}”: the session has ${branches.length === 1 ? 'one branch' : `${branches.length} branches`}.`,
    branches.length === 0
      ? undefined
      : `Give a number from 1 to ${branches.length} or the beginning of a leaf; --branch list shows them.`,
  );
}
