// Where the ticked cuts apply: in all turns, in all but the newest, or in turns that are ticked one by one.
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { plural } from '../../../data/format.ts';
import type { CutWish, Where } from './cut-wish.ts';
import { countTurns, formatTurns, parseTurns } from './turn-ranges.ts';
import { TurnTicks } from './turn-ticks.tsx';

interface WhereChoiceProps {
  readonly wish: CutWish;
  readonly setWish: (wish: CutWish) => void;
  readonly turns: number;
  readonly perTurn: ReadonlyMap<number, number>;
  readonly selected: number | undefined;
}

export function WhereChoice({ wish, setWish, turns, perTurn, selected }: WhereChoiceProps): JSX.Element {
  const { where } = wish;
  const [typed, setTyped] = useState<string>();
  const setWhere = (next: Where) => setWish({ ...wish, where: next });
  const choose = (kind: string) => {
    setTyped(undefined);
    if (kind === 'all') setWhere({ kind: 'all' });
    else if (kind === 'keep') setWhere({ kind: 'keep', turns: Math.min(6, Math.max(1, turns - 1)) });
    else
      setWhere({ kind: 'chosen', turns: selected === undefined ? [] : [{ from: selected, to: selected }] });
  };
  return (
    <div class="cut-where">
      <label class="row data">
        Cut in
        <select
          class="small-field grow"
          value={where.kind}
          onChange={(event) => choose(event.currentTarget.value)}
        >
          <option value="all">all turns</option>
          <option value="keep">all but the newest turns</option>
          <option value="chosen">chosen turns</option>
        </select>
      </label>
      {where.kind === 'keep' && (
        <label class="row data">
          The newest
          <input
            class="small-field cut-number"
            type="number"
            min={1}
            max={Math.max(1, turns)}
            value={where.turns}
            aria-label="Newest turns that stay whole"
            onInput={(event) => {
              const count = event.currentTarget.valueAsNumber;
              if (Number.isInteger(count) && count >= 1) setWhere({ kind: 'keep', turns: count });
            }}
          />
          of {turns} stay whole
        </label>
      )}
      {where.kind === 'chosen' && (
        <>
          <label class="row data">
            Turns
            <input
              class="small-field grow"
              placeholder="3-9, 12"
              value={typed ?? formatTurns(where.turns)}
              aria-invalid={typed !== undefined && parseTurns(typed, turns) === undefined}
              onInput={(event) => {
                setTyped(event.currentTarget.value);
                const spans = parseTurns(event.currentTarget.value, turns);
                if (spans) setWhere({ kind: 'chosen', turns: spans });
              }}
            />
          </label>
          <TurnTicks
            spans={where.turns}
            tokens={perTurn}
            setSpans={(spans) => {
              setTyped(undefined);
              setWhere({ kind: 'chosen', turns: spans });
            }}
          />
          <p class="meta">
            {where.turns.length === 0
              ? 'No turn is chosen yet. Shift ticks all between.'
              : `${plural(countTurns(where.turns), 'turn')} chosen. Shift ticks all between.`}
          </p>
        </>
      )}
    </div>
  );
}
