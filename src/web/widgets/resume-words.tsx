// What a resume would load, in one or two sentences.
import type { JSX } from 'preact';
import type { ResumeForecast } from '../../server/api.ts';
import { formatK, formatNumber } from '../data/format.ts';

interface ResumeWordsProps {
  readonly resume: ResumeForecast | undefined;
  readonly waiting?: boolean;
}

export function ResumeWords({ resume, waiting = false }: ResumeWordsProps): JSX.Element {
  if (waiting) return <p class="ghost loading" />;
  if (!resume) return <p>What a resume would load cannot be told.</p>;
  if (resume.refused) return <p>The client would not resume it: “{resume.refused}”.</p>;
  return (
    <p>
      Loads{' '}
      <b>
        {formatNumber(resume.loads)} of {formatNumber(resume.of)}
      </b>{' '}
      messages, <b>{formatK(resume.tokens)}</b>
      {resume.window === undefined ? '' : ` of ${formatK(resume.window)}`} tokens.
      {compactionWords(resume.turnsUntilCompaction)}
    </p>
  );
}

function compactionWords(turns: number | undefined): string {
  if (turns === undefined || turns > 12) return '';
  if (turns < 1) return ' Expect a compaction at once.';
  return ` Expect a compaction within ${turns === 1 ? 'a turn or two' : `about ${Math.round(turns)} turns`}.`;
}
