// The numbers behind the picture of growth: one row a turn, the newest shown, older ones on request.
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { GrowthLine } from '../../../../server/api.ts';
import { formatK, plural } from '../../../data/format.ts';
import { bandTokens, KIND_BANDS } from '../../../widgets/chart/kind-bands.ts';

const SHOWN = 200;

interface GrowthTableProps {
  readonly growth: readonly GrowthLine[];
  readonly selected: GrowthLine;
  readonly select: (turn: number) => void;
}

export function GrowthTable({ growth, selected, select }: GrowthTableProps): JSX.Element {
  const [shown, setShown] = useState(SHOWN);
  const lines = growth.slice(-shown);
  return (
    <div class="scroll-x">
      {lines.length < growth.length && (
        <button type="button" class="btn btn-bare" onClick={() => setShown(shown * 4)}>
          {plural(growth.length - lines.length, 'earlier turn')}
        </button>
      )}
      <table class="tbl">
        <thead>
          <tr>
            <th>Turn</th>
            <th class="num">Window</th>
            <th class="num">Change</th>
            {KIND_BANDS.map((band) => (
              <th key={band.name} class="num">
                {band.title}
              </th>
            ))}
            <th class="num">From cache</th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <tr key={line.turn} aria-selected={line === selected}>
              <td>
                <button type="button" class="link" onClick={() => select(line.turn)}>
                  {line.turn === 0 ? 'start' : line.turn}
                </button>
              </td>
              <td class="num b">{formatK(line.context)}</td>
              <td class="num">
                {line.change < 0 ? '−' : '+'}
                {formatK(Math.abs(line.change))}
              </td>
              {KIND_BANDS.map((band) => (
                <td key={band.name} class="num">
                  {formatK(bandTokens(line.byKind, band))}
                </td>
              ))}
              <td class="num">{formatK(line.cacheRead)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
