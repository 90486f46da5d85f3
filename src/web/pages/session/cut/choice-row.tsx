// One line that can be ticked: what it is, what it frees, and how.
import type { ComponentChildren, JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';

interface ChoiceRowProps {
  readonly id: string;
  readonly label: string;
  readonly detail?: ComponentChildren;
  /** What it frees, in words. */
  readonly amount: string;
  readonly ticked: boolean;
  /** Some of it goes, though it is not ticked as a whole. */
  readonly part?: boolean;
  readonly sub?: boolean;
  readonly disabled?: boolean;
  readonly onTick: (on: boolean) => void;
}

export function ChoiceRow(props: ChoiceRowProps): JSX.Element {
  const { id, label, detail, amount, ticked, part = false, sub = false, disabled = false, onTick } = props;
  const box = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (box.current) box.current.indeterminate = part && !ticked;
  });
  const name = `cut-${id}`;
  return (
    <div class={sub ? 'cut-opt sub' : 'cut-opt'}>
      <input
        ref={box}
        class="check"
        type="checkbox"
        id={name}
        checked={ticked}
        disabled={disabled}
        onChange={(event) => onTick(event.currentTarget.checked)}
      />
      <label for={name}>{label}</label>
      <span class={ticked || part ? 'num' : 'num quiet'}>{amount}</span>
      {detail !== undefined && <small>{detail}</small>}
    </div>
  );
}
