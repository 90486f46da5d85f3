// The window turn by turn: stacked bands by kind, compactions as cliffs, the selected turn as a line; a table behind it.
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { ContextAnswer, GrowthLine } from '../../../../server/api.ts';
import { ChartHead } from '../../../widgets/chart/chart-head.tsx';
import { Icon } from '../../../widgets/icon.tsx';
import { GrowthPicture } from './growth-picture.tsx';
import { GrowthTable } from './growth-table.tsx';
import type { Playback } from './use-playback.ts';

interface GrowthFigureProps {
  readonly answer: ContextAnswer;
  readonly selected: GrowthLine;
  readonly table: boolean;
  readonly setTable: (table: boolean) => void;
  readonly playback: Playback;
  readonly select: (turn: number) => void;
}

export function GrowthFigure(props: GrowthFigureProps): JSX.Element {
  const { answer, selected, table, setTable, playback, select } = props;
  const [share, setShare] = useState(false);
  return (
    <figure class="chart">
      <ChartHead
        title="The window, turn by turn"
        basis={answer.basis}
        table={table}
        setTable={setTable}
        picture="window-by-turn"
      >
        <button type="button" class="btn btn-bare" aria-pressed={playback.playing} onClick={playback.toggle}>
          <Icon name={playback.playing ? 'pause' : 'play'} />
          {playback.playing ? 'Pause' : 'Play'}
        </button>
        <span class="seg">
          <button type="button" aria-pressed={!share} onClick={() => setShare(false)}>
            Tokens
          </button>
          <button type="button" aria-pressed={share} onClick={() => setShare(true)}>
            Share
          </button>
        </span>
      </ChartHead>
      {table ? (
        <GrowthTable growth={answer.growth} selected={selected} select={select} />
      ) : (
        <GrowthPicture answer={answer} selected={selected} share={share} select={select} />
      )}
    </figure>
  );
}
