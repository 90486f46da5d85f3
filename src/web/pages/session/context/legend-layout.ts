// Where the kinds stand beside the growth picture: at the middle of their band where it ends, moved apart as far as they must.
import type { ByKind } from '../../../../server/api.ts';
import { bandTokens, KIND_BANDS, type KindBand } from '../../../widgets/chart/kind-bands.ts';

/** Where a band ends at the right. */
export interface BandEnd {
  readonly lower: number;
  readonly upper: number;
}

export interface LegendRow {
  readonly band: KindBand;
  /** The middle of the band's end. */
  readonly middle: number;
  /** The middle of its words. */
  readonly y: number;
}

const LINE = 17;

/** Bands that neither reach the end nor are there at the selected turn are left out. */
export function layOutLegend(
  ends: readonly BandEnd[],
  selected: Partial<ByKind>,
  { top, bottom }: { readonly top: number; readonly bottom: number },
): LegendRow[] {
  const shown = KIND_BANDS.flatMap((band, i) => {
    const { lower, upper } = ends[i] ?? { lower: bottom, upper: bottom };
    if (lower - upper < 0.05 && bandTokens(selected, band) === 0) return [];
    return [{ band, middle: (lower + upper) / 2 }];
  });
  let above = bottom - LINE / 2 + LINE;
  return shown
    .map((row) => {
      above = Math.min(row.middle, above - LINE);
      return { ...row, y: above };
    })
    .map((row, i) => ({ ...row, y: Math.max(row.y, top + (shown.length - 1 - i) * LINE) }));
}
