// The kinds beside the picture, each by its band, with the tokens of the selected turn; none lies over another.
import type { JSX } from 'preact';
import type { ByKind } from '../../../../server/api.ts';
import { formatBeadTokens } from '../../../data/format.ts';
import { bandTokens } from '../../../widgets/chart/kind-bands.ts';
import type { LegendRow } from './legend-layout.ts';

interface GrowthLegendProps {
  readonly byKind: Partial<ByKind>;
  readonly rows: readonly LegendRow[];
  /** Where the bands end. */
  readonly left: number;
}

export function GrowthLegend({ byKind, rows, left }: GrowthLegendProps): JSX.Element {
  return (
    <g>
      {rows.map(({ band, middle, y }) => (
        <g key={band.name}>
          <path d={`M${left + 4} ${middle.toFixed(1)}L${left + 16} ${y.toFixed(1)}h4`} class="legend-lead" />
          <rect x={left + 24} y={y - 5} width="10" height="10" rx="2" style={{ fill: band.fill }} />
          <text x={left + 40} y={y + 4} class="legend-word">
            {band.title}
          </text>
          <text x="880" y={y + 4} text-anchor="end" class="on">
            {formatBeadTokens(bandTokens(byKind, band))}
          </text>
        </g>
      ))}
    </g>
  );
}
