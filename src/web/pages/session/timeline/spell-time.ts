// Durations and moments in the words of the timeline: `6 h 45 min`, `8 min 8 s`, `13:52:14`.
import type { TimeFold } from '../../../../render/timeline/fold-time.ts';
import { isSameDay } from '../../../data/format.ts';

export function spellTime(ms: number): string {
  if (ms < 950) return ms < 50 ? '0 s' : `${(ms / 1000).toFixed(1)} s`;
  const seconds = Math.round(ms / 1000);
  if (seconds < 60) return `${seconds} s`;
  if (seconds < 600) return join(Math.floor(seconds / 60), 'min', seconds % 60, 's');
  const minutes = Math.round(seconds / 60);
  if (minutes < 60) return `${minutes} min`;
  if (minutes < 2880) return join(Math.floor(minutes / 60), 'h', minutes % 60, 'min');
  const hours = Math.round(minutes / 60);
  return join(Math.floor(hours / 24), 'days', hours % 24, 'h');
}

const clock = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', second: '2-digit' });
const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short' });

type Whole = Pick<TimeFold, 'start' | 'timeOf' | 'length'>;

/** Whether the whole goes over several days. */
export function hasSeveralDays({ start, timeOf, length }: Whole): boolean {
  return !isSameDay(start, timeOf(length));
}

/** `13:52:14`; `14 Nov, 13:52:14` where the whole goes over several days. */
export function spellMoment(time: number, whole: Whole): string {
  return hasSeveralDays(whole) ? `${day.format(time)}, ${clock.format(time)}` : clock.format(time);
}

function join(many: number, unit: string, few: number, small: string): string {
  return few === 0 ? `${many} ${unit}` : `${many} ${unit} ${few} ${small}`;
}
