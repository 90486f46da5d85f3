// The numbers behind the picture by turn; turns that lose most come first, because they are what one looks for.
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { CutPlanAnswer } from '../../../../server/api.ts';
import { MoreButton } from '../../../widgets/more-button.tsx';
import { ChangeCells, ChangeTable } from './change-table.tsx';

const SHOWN = 100;

interface TurnsTableProps {
  readonly perTurn: CutPlanAnswer['perTurn'];
  readonly selected: number | undefined;
  readonly select: (turn: number) => void;
}

export function TurnsTable({ perTurn, selected, select }: TurnsTableProps): JSX.Element {
  const [shown, setShown] = useState(SHOWN);
  const rows = perTurn.toSorted((a, b) => b.before - b.after - (a.before - a.after) || a.turn - b.turn);
  return (
    <>
      <ChangeTable of="Turn">
        {rows.slice(0, shown).map(({ turn, before, after, sent }) => (
          <tr key={turn} aria-selected={turn === selected}>
            <td>
              <button type="button" class="link" onClick={() => select(turn)}>
                {turn}
              </button>
              {sent ? '' : <span class="quiet"> out of the window</span>}
            </td>
            <ChangeCells before={before} after={after} />
          </tr>
        ))}
      </ChangeTable>
      <MoreButton left={rows.length - shown} show={() => setShown(shown * 4)} />
    </>
  );
}
