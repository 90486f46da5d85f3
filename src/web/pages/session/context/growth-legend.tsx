// The kinds beside the picture, each by its band, with the tokens of the selected turn; none lies over another.
import type { JSX } from 'preact';
import type { ByKind, GrowthLine } from '../../../../server/api.ts';
import { formatBeadTokens } from '../../../data/format.ts';
import { bandTokens, KIND_BANDS } from '../../../widgets/chart/kind-bands.ts';
import type { GrowthLayout } from './growth-layout.ts';

const LINE = 17;
const LOWEST = 248;

interface GrowthLegendProps {
  readonly byKind: ByKind;
  readonly left: number;
  readonly layout: GrowthLayout;
  readonly selected: GrowthLine;
}

export function GrowthLegend({ byKind, left }: GrowthLegendProps): JSX.Element {
  const shown = KIND_BANDS.map((band) => ({ band, tokens: bandTokens(byKind, band) })).filter(
    ({ tokens }) => tokens > 0,
  );
  return (
    <g>
      {shown.map(({ band, tokens }, i) => {
        const y = LOWEST - i * LINE;
        return (
          <g key={band.name}>
            <rect x={left + 24} y={y - 9} width="10" height="10" rx="2" style={{ fill: band.fill }} />
            <text x={left + 40} y={y} class="legend-word">
              {band.title}
            </text>
            <text x="880" y={y} text-anchor="end" class="on">
              {formatBeadTokens(tokens)}
            </text>
          </g>
        );
      })}
    </g>
  );
}
