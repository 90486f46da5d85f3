// An hour of the week, as the address and the heat map name it: `2-22` is Wednesday from 22 to 23.

export const DAYS: readonly string[] = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];
const LONG = ['Mondays', 'Tuesdays', 'Wednesdays', 'Thursdays', 'Fridays', 'Saturdays', 'Sundays'];

/** `Wednesdays, 22:00 to 23:00`; undefined where the address names no such hour. */
export function weekHourWords(at: string | undefined): string | undefined {
  const [, day, hour] = /^([0-6])-(1?\d|2[0-3])$/.exec(at ?? '') ?? [];
  if (day === undefined || hour === undefined) return undefined;
  return `${LONG[Number(day)]}, ${hour}:00 to ${Number(hour) + 1}:00`;
}
