// Under a list that is cut short: how many more there are, and the way to them.
import type { JSX } from 'preact';
import { formatNumber } from '../data/format.ts';

interface MoreButtonProps {
  readonly left: number;
  readonly show: () => void;
}

export function MoreButton({ left, show }: MoreButtonProps): JSX.Element | null {
  if (left <= 0) return null;
  return (
    <p class="more">
      <button type="button" class="text-btn" onClick={show}>
        {formatNumber(left)} more
      </button>
    </p>
  );
}
