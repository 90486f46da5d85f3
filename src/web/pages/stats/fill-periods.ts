// Gives every day, week or month of a series its place on the axis: a time in which nothing was asked is a gap, not skipped.

export type Period = 'day' | 'week' | 'month';

/** The points with the empty places between them; as it was where a strange date would make too many of them. */
export function fillPeriods<Point extends { readonly key: string }>(
  series: readonly Point[],
  by: Period,
): readonly (Point | { readonly key: string })[] {
  const filled: (Point | { readonly key: string })[] = [];
  for (const point of series) {
    const before = filled.at(-1)?.key;
    let next = before === undefined ? undefined : keyAfter(before, by);
    while (next !== undefined && next < point.key) {
      filled.push({ key: next });
      if (filled.length > MOST) return series;
      next = keyAfter(next, by);
    }
    filled.push(point);
  }
  return filled;
}

/** More bars than pixels tell nothing. */
const MOST = 500;

function keyAfter(key: string, by: Period): string | undefined {
  const date = new Date(`${by === 'month' ? `${key}-01` : key}T00:00:00Z`);
  if (Number.isNaN(date.getTime())) return undefined;
  if (by === 'month') date.setUTCMonth(date.getUTCMonth() + 1);
  else date.setUTCDate(date.getUTCDate() + (by === 'week' ? 7 : 1));
  return date.toISOString().slice(0, by === 'month' ? 7 : 10);
}
