// Rules about the file on disk: about to be deleted by the client, or being written to right now [R9].
import { countOf } from '../../base/format-number.ts';
import type { CheckRule } from '../finding.ts';
import { NOTHING_TO_DO } from '../wording.ts';

const DAY_MS = 86_400_000;
const SOON_DAYS = 7;

const retention: CheckRule = {
  id: 'deleted-soon',
  formatRule: 'F1',
  severity: 'warning',
  find: ({ surroundings }) => {
    if (!surroundings?.retention) return [];
    const { days, basis, inUse } = surroundings.retention;
    const goesAt = surroundings.modified + days * DAY_MS;
    const left = (goesAt - surroundings.now) / DAY_MS;
    if (left > SOON_DAYS) return [];
    const why = `last written ${dateOf(surroundings.modified)}, kept for ${countOf(days, 'day')}${basis === 'default' ? ' by default' : ''}`;
    const when = left <= 0 ? 'at its next start' : `on ${dateOf(goesAt)}`;
    return [
      {
        message: `The client deletes this file ${when} (${why}).`,
        remedy: `Set cleanupPeriodDays in settings.json to a large number.`,
        severity: inUse ? 'warning' : 'note',
      },
    ];
  },
};

const live: CheckRule = {
  id: 'live-session',
  formatRule: 'R9',
  severity: 'note',
  find: (checked) => {
    if (!checked.live) return [];
    const message = 'The file was written to in the last minutes: a client may have it open.';
    return [{ message, remedy: `${NOTHING_TO_DO} Do not edit it now.` }];
  },
};

export const diskRules: readonly CheckRule[] = [retention, live];

function dateOf(time: number): string {
  const date = new Date(time);
  return Number.isNaN(date.getTime()) ? 'at an unknown time' : date.toISOString().slice(0, 10);
}
