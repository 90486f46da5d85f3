// A tick for each turn, in a box of its own that holds only what is seen of thousands.
import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { stripToLine } from '../../../../base/strip-controls.ts';
import { formatBeadTokens } from '../../../data/format.ts';
import { useSession } from '../../../data/session-context.ts';
import { addTurns, hasTurn, type TurnSpan, withoutTurns } from './turn-ranges.ts';

const ROW = 28;
const SEEN = 8;

interface TurnTicksProps {
  readonly spans: readonly TurnSpan[];
  readonly setSpans: (spans: readonly TurnSpan[]) => void;
  /** What each turn holds of the window. */
  readonly tokens: ReadonlyMap<number, number>;
}

export function TurnTicks({ spans, setSpans, tokens }: TurnTicksProps): JSX.Element | null {
  const { turns } = useSession();
  const [top, setTop] = useState(0);
  const last = useRef<number | undefined>(undefined);
  const box = useRef<HTMLDivElement>(null);
  const lines = (turns.value?.turns ?? []).filter(({ number }) => number > 0);
  // Opened at the first turn that is ticked.
  const ready = lines.length > 0;
  useEffect(() => {
    const at = lines.findIndex(({ number }) => hasTurn(spans, number));
    if (box.current && at > 0) box.current.scrollTop = Math.max(0, at - 2) * ROW;
  }, [ready]);
  if (!ready) return null;
  const first = Math.max(0, Math.floor(top / ROW) - 2);
  const shown = lines.slice(first, first + SEEN + 4);
  const tick = (turn: number, on: boolean, shift: boolean) => {
    const other = shift ? (last.current ?? turn) : turn;
    last.current = turn;
    const span = { from: Math.min(turn, other), to: Math.max(turn, other) };
    setSpans(on ? addTurns(spans, span) : withoutTurns(spans, span));
  };
  return (
    <div
      ref={box}
      class="turn-ticks"
      role="group"
      aria-label="Turns"
      onScroll={(event) => setTop(event.currentTarget.scrollTop)}
    >
      <div class="turn-ticks-all" style={{ height: `${lines.length * ROW}px` }}>
        {shown.map(({ number, prompt, sent }, i) => (
          <label
            key={number}
            class={sent ? 'turn-tick' : 'turn-tick quiet'}
            style={{ transform: `translateY(${(first + i) * ROW}px)` }}
          >
            <input
              class="check"
              type="checkbox"
              checked={hasTurn(spans, number)}
              onClick={(event) => tick(number, event.currentTarget.checked, event.shiftKey)}
            />
            <span class="num meta">{number}</span>
            <span class="one">{stripToLine(prompt) || 'no prompt'}</span>
            <span class="num meta">{formatBeadTokens(tokens.get(number))}</span>
          </label>
        ))}
      </div>
    </div>
  );
}
