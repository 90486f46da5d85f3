// The sentence that answers the page: how much a resume sends, and what most of it is.
import type { JSX } from 'preact';
import { stripToLine } from '../../../../base/strip-controls.ts';
import type { ContextAnswer, Kind } from '../../../../server/api.ts';
import { clip } from '../../../data/clip.ts';
import { formatK, formatNumber } from '../../../data/format.ts';
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
      {/* Where no request tells their size, system prompt and tools are not in the total. */}
      {resume.byKind.system > 0 ? 'A resume now sends' : 'Beside its system prompt, a resume now sends'}{' '}
      <b>{formatK(resume.tokens)} tokens</b>
      {resume.filled === undefined ? '' : `, ${Math.round(resume.filled * 100)}% of the window`}.{' '}
      <b>{partWords(findings.largestKind, share)}</b>
      {repeated && repeated.count > 1 ? (
        <>
          , and {repeatedWords(repeated)} {formatNumber(repeated.count)} times for {formatK(repeated.tokens)}{' '}
          tokens.
        </>
      ) : (
        '.'
      )}
    </p>
  );
}

/** Kinds that are one thing: `More than a third is the system prompt`. */
const ONE_THING: Partial<Readonly<Record<Kind, string>>> = {
  system: 'the system prompt',
  other: 'not in the log',
  summary: 'the summary',
  thinking: 'thinking',
};

function partWords(kind: Kind, share: number): string {
  const thing = ONE_THING[kind];
  const verb = thing !== undefined || share > 0.97 || share < 0.33 ? 'is' : 'are';
  return `${shareWords(share, thing !== undefined)} ${verb} ${thing ?? kindTitle(kind).toLowerCase()}`;
}

function shareWords(share: number, ofOne: boolean): string {
  if (share > 0.97) return 'Nearly all of it';
  if (share >= 0.7) return ofOne ? 'Most of it' : 'Most of them';
  if (share >= 0.52) return 'More than half';
  if (share >= 0.45) return 'About half';
  if (share >= 0.33) return 'More than a third';
  return `The largest part, ${Math.round(share * 100)}%,`;
}

const DONE: Readonly<Record<string, string>> = {
  Bash: 'run',
  Read: 'read',
  Edit: 'edited',
  MultiEdit: 'edited',
  Write: 'written',
};

/** `npm test was run`, `retry.ts was edited`: its summary begins with the tool's name. */
function repeatedWords({ tool, summary }: NonNullable<ContextAnswer['findings']['repeated']>): JSX.Element {
  const about = stripToLine(summary.slice(tool.length)).trim();
  const done = DONE[tool];
  if (!summary.startsWith(`${tool} `) || done === undefined || about === '')
    return <>the same call of {stripToLine(tool)} was made</>;
  const name = tool === 'Bash' ? about : (about.split(/[/\\]/).at(-1) ?? about);
  return (
    <>
      <span class="finding-name">{clip(name, MOST_NAME)}</span> was {done}
    </>
  );
}

const MOST_NAME = 40;
