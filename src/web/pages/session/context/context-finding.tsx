// The sentence that answers the page: how much a resume sends, and what most of it is.
import type { JSX } from 'preact';
import type { ContextAnswer } from '../../../../server/api.ts';
import { formatK } from '../../../data/format.ts';
import { kindTitle } from '../../../widgets/chart/kind-bands.ts';

export function ContextFinding({ answer }: { readonly answer: ContextAnswer }): JSX.Element {
  const { resume, findings } = answer;
  const share = findings.largestShare;
  const { repeated } = findings;
  if (!answer.ready) {
    return (
      <p class="finding" aria-busy="true">
        The last request sent <b>{formatK(resume.tokens)} tokens</b>
        {resume.filled === undefined ? '' : `, ${Math.round(resume.filled * 100)}% of the window`}. What they
        are is being weighed.
      </p>
    );
  }
  return (
    <p class="finding">
      A resume now sends <b>{formatK(resume.tokens)} tokens</b>
      {resume.filled === undefined ? '' : `, ${Math.round(resume.filled * 100)}% of the window`}.{' '}
      <b>
        {shareWords(share)} {share > 0.97 || share < 0.33 ? 'is' : 'are'}{' '}
        {kindTitle(findings.largestKind).toLowerCase()}
      </b>
      {repeated && repeated.count > 1
        ? `, and one ${repeated.tool} call was made ${repeated.count} times for ${formatK(repeated.tokens)} of them.`
        : '.'}
    </p>
  );
}

function shareWords(share: number): string {
  if (share > 0.97) return 'Nearly all of it';
  if (share >= 0.7) return 'Most of them';
  if (share >= 0.52) return 'More than half';
  if (share >= 0.45) return 'About half';
  if (share >= 0.33) return 'More than a third';
  return `The largest part, ${Math.round(share * 100)}%,`;
}
