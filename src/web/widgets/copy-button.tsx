// A small button beside a value that copies it.
import type { JSX } from 'preact';
import { copyText } from '../data/copy-text.ts';
import { Icon } from './icon.tsx';

interface CopyButtonProps {
  readonly label: string;
  readonly text: string;
  /** What the toast says was copied. */
  readonly what: string;
}

export function CopyButton({ label, text, what }: CopyButtonProps): JSX.Element {
  return (
    <button
      type="button"
      class="icon-btn"
      aria-label={label}
      title={label}
      onClick={() => void copyText(text, what)}
    >
      <Icon name="copy" />
    </button>
  );
}
