// The sentence that answers the page: where did the time go?
import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import type { TimelineAnswer } from '../../../../server/api.ts';
import { spellTime } from './spell-time.ts';
import { timeShares } from './time-facts.ts';

export function TimelineFinding({ timeline }: { readonly timeline: TimelineAnswer }): JSX.Element {
  const { elapsedMs, workedMs, waitedForPersonMs } = timeline.totals;
  const [first, second] = useMemo(() => timeShares(timeline.spans), [timeline]);
  const waited = Math.min(waitedForPersonMs, elapsedMs - workedMs);
  const rest = elapsedMs - workedMs;
  return (
    <p class="finding">
      {rest < 1000 ? (
        <>
          The agent worked all of <b>{spellTime(elapsedMs)}</b>.
        </>
      ) : (
        <>
          Of {spellTime(elapsedMs)}, the agent worked <b>{spellTime(workedMs)}</b>.
        </>
      )}
      {first && (
        <>
          {' '}
          {first.name} took <b>{spellTime(first.ms)}</b> of that
          {second && `, ${inSentence(second.name)} ${spellTime(second.ms)}`}.
        </>
      )}
      {waited >= 1000 &&
        (rest - waited < rest * 0.02 ? ' It waited for you the rest.' : ` It waited for you ${spellTime(waited)}.`)}
    </p>
  );
}

function inSentence(name: string): string {
  return /^(Thinking|Answering|Agents)$/.test(name) ? name.toLowerCase() : name;
}
