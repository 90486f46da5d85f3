// The sentence that answers the page: where did the time go?
import type { JSX } from 'preact';
import type { TimelineAnswer } from '../../../../server/api.ts';
import { spellTime as spell } from './spell-time.ts';

export function TimelineFinding({ timeline }: { readonly timeline: TimelineAnswer }): JSX.Element {
  const { elapsedMs, workedMs, waitedForPersonMs } = timeline.totals;
  const [first, second] = timeline.shares;
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
      {restWords(waited, rest)}
    </p>
  );
}

// What is neither work nor a wait for the person is a stretch in which nothing was logged at all.
function restWords(waited: number, rest: number): string {
  if (rest < 1000) return '';
  if (waited < 1000) return ' Of the rest nothing is logged.';
  if (rest - waited < rest * 0.02) return ' It waited for you the rest.';
  return ` It waited for you ${spellTime(waited)}; of the rest nothing is logged.`;
}

/** A figure and its unit stay on one line. */
function spellTime(ms: number): string {
  return spell(ms).replaceAll(' ', '\u00a0');
}

function inSentence(name: string): string {
  return /^(Thinking|Answering|Agents)$/.test(name) ? name.toLowerCase() : name;
}
