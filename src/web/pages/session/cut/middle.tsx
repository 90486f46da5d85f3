// The middle column: what came of it, the answer in a sentence, and the two pictures with their tables.
import type { JSX } from 'preact';
import type { CutAnswer, CutOverview } from '../../../../server/api.ts';
import { ChartHead } from '../../../widgets/chart/chart-head.tsx';
import { PictureButtons } from '../../../widgets/chart/picture-buttons.tsx';
import { CutFinding } from './cut-finding.tsx';
import type { CutWish } from './cut-wish.ts';
import { DoneBox } from './done-box.tsx';
import { TurnActions } from './turn-actions.tsx';
import { TurnsPicture } from './turns-picture.tsx';
import { TurnsTable } from './turns-table.tsx';
import type { PlanState } from './use-plan.ts';
import { WindowPicture } from './window-picture.tsx';
import { WindowTable } from './window-table.tsx';

interface MiddleProps {
  readonly overview: CutOverview;
  readonly state: PlanState;
  readonly wish: CutWish;
  readonly setWish: (wish: CutWish) => void;
  readonly made: CutAnswer | undefined;
  readonly changed: () => void;
  readonly table: boolean;
  readonly setTable: (table: boolean) => void;
  readonly selected: number | undefined;
  readonly select: (turn: number) => void;
  readonly open: (turn: number) => void;
}

export function Middle(props: MiddleProps): JSX.Element {
  const { overview, state, wish, setWish, made, changed, table, setTable, selected, select, open } = props;
  const { plan } = state;
  const [before, after] = [plan?.byKind.before ?? overview.byKind, plan?.byKind.after ?? overview.byKind];
  const tokens = plan?.tokens ?? { before: overview.tokens, after: overview.tokens };
  const perTurn = plan?.cut?.perTurn ?? [];
  const turns = plan?.turns.before ?? overview.turns;
  const keptFrom =
    wish.where.kind === 'keep' && wish.ticked.size > 0 ? turns - wish.where.turns + 1 : undefined;
  return (
    <section aria-label="Before and after" aria-busy={state.busy}>
      {made && <DoneBox key={made.key} answer={made} changed={changed} />}
      <CutFinding overview={overview} plan={plan} failure={state.failure} />
      <figure class="chart cut-figure">
        <ChartHead
          title="The window, before and after"
          basis={plan?.tokens.basis ?? overview.basis}
          table={table}
          setTable={setTable}
        >
          {!table && <PictureButtons name="window-before-and-after" />}
        </ChartHead>
        {table ? (
          <WindowTable before={before} after={after} tokens={tokens} />
        ) : (
          <WindowPicture before={before} after={after} tokens={tokens} window={overview.window} />
        )}
      </figure>
      {perTurn.length > 0 && (
        <figure class="chart cut-figure">
          <ChartHead title="Turn by turn">{!table && <PictureButtons name="turn-by-turn" />}</ChartHead>
          {table ? (
            <TurnsTable perTurn={perTurn} selected={selected} select={select} />
          ) : (
            <TurnsPicture
              perTurn={perTurn}
              selected={selected}
              keptFrom={keptFrom !== undefined && keptFrom > 1 ? keptFrom : undefined}
              select={select}
              open={open}
            />
          )}
        </figure>
      )}
      {selected !== undefined && selected <= turns && (
        <TurnActions turn={selected} wish={wish} setWish={setWish} />
      )}
    </section>
  );
}
