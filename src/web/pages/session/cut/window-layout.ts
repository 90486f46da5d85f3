// Where the bands of the window stand before and after a cut, and where their words go.
import type { ByKind } from '../../../../server/api.ts';
import { bandTokens, KIND_BANDS, type KindBand } from '../../../widgets/chart/kind-bands.ts';

export interface WindowBand {
  readonly band: KindBand;
  readonly before: number;
  readonly after: number;
  /** Bottom and top of each column's part, and the middle of its words. */
  readonly left: { readonly bottom: number; readonly top: number; readonly word: number };
  readonly right: { readonly bottom: number; readonly top: number; readonly word: number };
}

interface WindowLayout {
  readonly bands: readonly WindowBand[];
  readonly yOf: (tokens: number) => number;
  /** The size of the window. Where it is far above the columns it is drawn at the top, and is not to scale. */
  readonly limit: { readonly y: number; readonly toScale: boolean } | undefined;
  readonly leftTop: number;
  readonly rightTop: number;
}

export const TOP = 20;
export const BOTTOM = 380;
/** Between the words of two bands. */
const LINE = 17;

export function layOutWindow(before: ByKind, after: ByKind, window: number | undefined): WindowLayout {
  const all = KIND_BANDS.map((band) => ({
    band,
    before: bandTokens(before, band),
    after: bandTokens(after, band),
  })).filter((one) => one.before > 0 || one.after > 0);
  const sum = (side: 'before' | 'after') => all.reduce((total, one) => total + one[side], 0);
  const fullest = Math.max(sum('before'), sum('after'), 1);
  // A window many times as large would make a line of the columns.
  const toScale = window !== undefined && window <= fullest * 2.2;
  const most = toScale ? Math.max(fullest * 1.04, window) : fullest * (window === undefined ? 1.15 : 1.4);
  const yOf = (tokens: number) => BOTTOM - (tokens / most) * (BOTTOM - TOP);
  const side = (name: 'before' | 'after') => {
    let total = 0;
    const parts = all.map((one) => {
      const bottom = yOf(total);
      total += one[name];
      return { bottom, top: yOf(total) };
    });
    const words = spread(parts.map(({ bottom, top }) => (bottom + top) / 2 + 4));
    return parts.map((part, i) => ({ ...part, word: words[i] ?? part.bottom }));
  };
  const [lefts, rights] = [side('before'), side('after')];
  return {
    bands: all.map((one, i) => ({ ...one, left: lefts[i] as Side, right: rights[i] as Side })),
    yOf,
    limit: window === undefined ? undefined : { y: toScale ? yOf(window) : TOP, toScale },
    leftTop: Math.min(yOf(sum('before')), ...lefts.slice(-1).map(({ word }) => word - 12)),
    rightTop: Math.min(yOf(sum('after')), ...rights.slice(-1).map(({ word }) => word - 12)),
  };
}

type Side = WindowBand['left'];

// From the bottom up, no two words closer than a line; what is pushed over the edge pushes back.
function spread(wanted: readonly number[]): number[] {
  const words = [...wanted];
  for (let i = 0; i < words.length; i++) {
    const below = i === 0 ? BOTTOM + 2 + LINE : (words[i - 1] as number);
    words[i] = Math.min(words[i] as number, below - LINE);
  }
  return words;
}
