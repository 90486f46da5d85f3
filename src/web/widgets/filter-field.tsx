// The field that narrows a list as one types; F goes to it, Escape and Enter leave it.
import type { JSX, RefObject } from 'preact';
import { Icon } from './icon.tsx';

interface FilterFieldProps {
  readonly field: RefObject<HTMLInputElement | null>;
  readonly label: string;
  readonly words: string;
  readonly setWords: (words: string) => void;
  /** In characters, where its words need no more. */
  readonly size: number;
}

export function FilterField({ field, label, words, setWords, size }: FilterFieldProps): JSX.Element {
  return (
    <label class="chip chip-field">
      <Icon name="filter" />
      <input
        ref={field}
        aria-label={label}
        placeholder="Filter"
        value={words}
        size={Math.max(size, words.length)}
        onInput={(event) => setWords(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape' || event.key === 'Enter') event.currentTarget.blur();
        }}
      />
      <kbd>F</kbd>
    </label>
  );
}
