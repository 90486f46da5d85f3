// The sentence that answers the page: whether the session resumes, and what of it is lost.
import type { JSX } from 'preact';
import type { HealthAnswer, HealthMoreAnswer } from '../../../../server/api.ts';
import { formatNumber, plural } from '../../../data/format.ts';

interface HealthFindingProps {
  readonly health: HealthAnswer;
  /** Undefined until it is worked out. */
  readonly more: HealthMoreAnswer | undefined;
  /** It could not be worked out. */
  readonly untried: boolean;
}

export function HealthFinding({ health, more, untried }: HealthFindingProps): JSX.Element {
  const { loads, of } = health.resume;
  const lost = of - loads;
  if (of === 0) return <p class="finding">There is nothing in this session that a client could resume.</p>;
  if (loads === 0) {
    return (
      <p class="finding">
        This session <b>does not resume</b>. Its {plural(of, 'message')} {of === 1 ? 'is' : 'are'} safe in the
        file
        {saved(health, more)}.
      </p>
    );
  }
  if (lost === 0) {
    return (
      <p class="finding">
        This session resumes whole: the client loads{' '}
        {of === 1 ? (
          <b>its one message</b>
        ) : (
          <>
            <b>all {formatNumber(of)}</b> messages
          </>
        )}
        {health.counts.errors > 0 ? ', but the API will refuse what it sends' : ''}.
      </p>
    );
  }
  const share = (
    <b>
      {formatNumber(loads)} of {formatNumber(of)}
    </b>
  );
  if (!more) {
    return (
      <p class="finding" aria-busy={!untried}>
        This session resumes: the client loads {share} messages.
        {untried ? '' : ' What keeps it from the others is being looked up.'}
      </p>
    );
  }
  const compacted = Math.min(more.compacted?.messages ?? 0, lost);
  // What a compaction took away is as it should be: its summary is sent instead.
  if (compacted === lost) {
    return (
      <p class="finding">
        This session resumes from its last compaction: the client loads {share} messages.{' '}
        <b>{lost === 1 ? 'The one' : `The ${formatNumber(lost)}`} before it</b> {lost === 1 ? 'is' : 'are'}{' '}
        safe in the file.
      </p>
    );
  }
  return (
    <p class="finding">
      This session resumes, but the client loads {share} messages.{' '}
      {compacted > 0 && `${formatNumber(compacted)} ${compacted === 1 ? 'was' : 'were'} compacted. `}
      <b>
        {formatNumber(lost - compacted)} {compacted > 0 ? 'more ' : ''}
        {lost - compacted === 1 ? 'is' : 'are'} safe in the file
      </b>
      {saved(health, more)}.
    </p>
  );
}

function saved({ resume }: HealthAnswer, more: HealthMoreAnswer | undefined): string {
  const mended = more?.mended;
  const gained = mended ? mended.loads - resume.loads : 0;
  if (gained <= 0) return '';
  if (gained >= resume.of - resume.loads) return ' and can be tied in again';
  return ` and ${formatNumber(gained)} of them can be tied in again`;
}
