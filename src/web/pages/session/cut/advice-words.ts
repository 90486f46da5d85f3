// Which preset is enough, in a sentence; empty where that is not known.
import type { CutOverview } from '../../../../server/api.ts';
import { formatK } from '../../../data/format.ts';

export function adviceWords({ advice }: Pick<CutOverview, 'advice'>): string {
  if (!advice) return '';
  if (advice.take === 'nothing') return 'Nothing has to go: at least half of the window is free. ';
  const left = formatK(advice.tokens);
  if (advice.take === 'fit') return `No preset frees half of the window; “Fit to” ${left} does. `;
  return `“${advice.name}” is enough: a resume then loads ${left}, and half of the window is free. `;
}
