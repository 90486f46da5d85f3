// The sentence that answers the page, and the spans of time it can be asked for.
import type { JSX } from 'preact';
import type { StatsAnswer } from '../../../server/api.ts';
import { formatMoney, formatRoundMoney, plural } from '../../data/format.ts';
import { hrefWith } from '../../data/route.ts';
import type { Period } from './fill-periods.ts';
import { weekHourWords } from './week-hour.ts';

export interface Span {
  readonly name: string;
  readonly title: string;
  /** Days back from today; absent for all time. */
  readonly days?: number;
  /** A time between two others (milliseconds). */
  readonly since?: number;
  readonly until?: number;
  readonly by: Period;
  readonly words: string;
}

export const SPANS: readonly Span[] = [
  { name: '7', title: '7 days', days: 7, by: 'day', words: 'The last 7 days' },
  { name: '30', title: '30 days', days: 30, by: 'day', words: 'The last 30 days' },
  { name: 'year', title: 'Year', days: 365, by: 'week', words: 'The last year' },
  { name: 'all', title: 'All', by: 'month', words: 'All sessions together' },
];

export function spanOf(name: string | undefined): Span {
  return SPANS.find((span) => span.name === name) ?? (SPANS[3] as Span);
}

interface StatsFindingProps {
  readonly answer: StatsAnswer;
  readonly span: Span;
  readonly project: string | undefined;
  readonly model: string | undefined;
  /** An hour of the week. */
  readonly at: string | undefined;
}

export function StatsFinding({ answer, span, project, model, at }: StatsFindingProps): JSX.Element {
  const { totals, tokens, cacheSavedUSD } = answer;
  const only = [project && 'this project', model, weekHourWords(at)].filter(Boolean).join(', ');
  return (
    <p class="finding">
      {span.words}
      {only === '' ? '' : ` (${only})`} cost {totals.outputFinal ? '' : 'at least '}
      <b>{totals.costUSD === undefined ? 'an unknown sum' : formatMoney(totals.costUSD)}</b> for{' '}
      {tokenWords(tokens)} tokens
      {totals.unpriced > 0
        ? `, without ${plural(totals.unpriced, 'request')} of models whose price is not known`
        : ''}
      .{' '}
      {tokens > 0 && (
        <>
          <b>{shareWords(totals.cacheRead / tokens)} read from cache</b>
          {cacheSavedUSD === undefined || cacheSavedUSD <= 0
            ? ''
            : `, which saved about ${formatRoundMoney(cacheSavedUSD)}`}
          .
        </>
      )}{' '}
      {(only !== '' || span.since !== undefined) && (
        <a href={hrefWith({ project: undefined, model: undefined, in: undefined, at: undefined })}>
          Show all
        </a>
      )}
    </p>
  );
}

/** Of all tokens that the sentence has named; only all of them are 100%. */
export function shareWords(share: number): string {
  if (share === 0) return 'None were';
  return `${share === 1 ? 100 : Math.min(99, Math.max(1, Math.round(share * 100)))}% were`;
}

/** "1.92 billion", "399 million", "12,400". */
export function tokenWords(tokens: number): string {
  // What would be rounded to the next word is told by it.
  if (tokens >= 999_500_000) return `${(tokens / 1e9).toFixed(2)} billion`;
  if (tokens >= 9_950_000) return `${Math.round(tokens / 1e6)} million`;
  if (tokens >= 1e6) return `${(tokens / 1e6).toFixed(1)} million`;
  return tokens.toLocaleString('en-US');
}
