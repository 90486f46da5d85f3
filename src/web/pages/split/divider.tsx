// The divider of the split view: drawn with the pointer or moved with keys; a double click makes halves.
import type { JSX, RefObject } from 'preact';
import { NARROWEST, setSplitWidth, splitWidth, WIDEST } from './split-width.ts';

interface DividerProps {
  /** What it divides. */
  readonly box: RefObject<HTMLElement | null>;
}

const STEPS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1, PageUp: -10, PageDown: 10 };
const ENDS: Readonly<Record<string, number>> = { Home: NARROWEST, End: WIDEST };

export function Divider({ box }: DividerProps): JSX.Element {
  const width = splitWidth.value;
  return (
    <div
      class="divider"
      role="separator"
      tabIndex={0}
      aria-label="Width of the panes"
      aria-orientation="vertical"
      aria-valuemin={NARROWEST}
      aria-valuemax={WIDEST}
      aria-valuenow={Math.round(width)}
      aria-valuetext={`${Math.round(width)} percent left`}
      title="Drag, or press ← and →; double click for halves"
      onPointerDown={(event) => box.current && drag(event, box.current)}
      onDblClick={() => setSplitWidth(50)}
      onKeyDown={(event) => {
        const step = STEPS[event.key];
        const end = ENDS[event.key];
        if (step === undefined && end === undefined) return;
        event.preventDefault();
        setSplitWidth(end ?? width + (step ?? 0) * (event.shiftKey ? 10 : 2));
      }}
    />
  );
}

function drag(event: PointerEvent, box: HTMLElement): void {
  if (event.button !== 0) return;
  const divider = event.currentTarget as HTMLElement;
  divider.setPointerCapture(event.pointerId);
  // A frame under the pointer would take the moves.
  box.classList.add('is-dragged');
  divider.onpointermove = ({ clientX }) => {
    const { left, width } = box.getBoundingClientRect();
    setSplitWidth(((clientX - left) / width) * 100);
  };
  divider.onlostpointercapture = () => {
    box.classList.remove('is-dragged');
    divider.onpointermove = null;
    divider.onlostpointercapture = null;
  };
}
