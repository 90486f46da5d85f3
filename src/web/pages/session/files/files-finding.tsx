// The sentence that answers the page: what the session left changed, and where most of the work went.
import type { JSX } from 'preact';
import { lastPart } from '../../../../base/last-part.ts';
import { stripToLine } from '../../../../base/strip-controls.ts';
import type { FilesAnswer } from '../../../../server/api.ts';
import { formatNumber, plural } from '../../../data/format.ts';
import { isChanged, isOnlyRead } from './select-files.ts';

export function FilesFinding({ answer }: { readonly answer: FilesAnswer }): JSX.Element {
  const { files, totals } = answer;
  const onlyRead = files.filter(isOnlyRead).length;
  const kept = files.length - totals.changed - onlyRead;
  if (totals.changed === 0) {
    return (
      <p class="finding">
        {/* What shell commands changed is not in the log: that no file was changed cannot be said. */}
        No call edited or wrote a file{onlyRead === 0 && ', or read one'}.
        {onlyRead > 0 && (
          <>
            {' '}
            It read <b>{plural(onlyRead, 'file')}</b>.
          </>
        )}
        {keptWords(kept)}
      </p>
    );
  }
  const most = files.filter(isChanged).toSorted((a, b) => b.added + b.removed - (a.added + a.removed))[0];
  const share = most ? (most.added + most.removed) / Math.max(1, totals.added + totals.removed) : 0;
  return (
    <p class="finding">
      This session changed <b>{plural(totals.changed, 'file')}</b>:{' '}
      {(totals.added > 0 || totals.removed === 0) && <span class="plus">+{formatNumber(totals.added)}</span>}{' '}
      {totals.removed > 0 && <span class="minus">−{formatNumber(totals.removed)}</span>}{' '}
      {totals.added + totals.removed === 1 ? 'line' : 'lines'}
      {onlyRead > 0 && `, and read ${formatNumber(onlyRead)} more`}.
      {most && totals.changed > 1 && share > 0 && (
        <>
          {' '}
          {share >= 0.5 ? 'Most of it' : 'The largest part'} went into{' '}
          <b>{stripToLine(lastPart(most.name))}</b>.
        </>
      )}
      {keptWords(kept)}
    </p>
  );
}

function keptWords(kept: number): string {
  return kept === 0 ? '' : ` The client kept ${formatNumber(kept)} more that no call on this branch touched.`;
}
