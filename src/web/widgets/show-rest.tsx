// Behind the beginning of a long text: the way to all of it.
import type { JSX } from 'preact';
import { formatNumber } from '../data/format.ts';
import type { WholeText } from '../data/whole-text.ts';

interface ShowRestProps {
  readonly whole: WholeText;
  readonly className?: string;
}

export function ShowRest({ whole, className = '' }: ShowRestProps): JSX.Element | null {
  if (!whole.cut) return null;
  return (
    <button type="button" class={`text-btn ${className}`.trim()} onClick={() => void whole.load()}>
      {`show all ${formatNumber(whole.cut.length)} characters`}
    </button>
  );
}
