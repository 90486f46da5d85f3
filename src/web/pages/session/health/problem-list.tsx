// What is wrong, worst first: where, why it matters, what helps; each place opens in the transcript.
import type { ComponentChildren, JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { HealthAnswer, HealthProblem } from '../../../../server/api.ts';
import { formatNumber, plural } from '../../../data/format.ts';
import { hrefOfSession } from '../../../data/route.ts';
import { useSession } from '../../../data/session-context.ts';
import { MoreButton } from '../../../widgets/more-button.tsx';
import { splitProblem } from './split-problem.ts';

const SHOWN = 30;
const NO_REMEDY = 'Nothing to do.';
const DOTS: Readonly<Record<HealthProblem['severity'], string>> = {
  error: 'dot dot-error',
  warning: 'dot dot-warn',
  note: 'dot dot-ok',
};

export function ProblemList({ health }: { readonly health: HealthAnswer }): JSX.Element {
  const [most, setMost] = useState(SHOWN);
  const { problems, counts } = health;
  const shown = problems.slice(0, most);
  if (problems.length === 0) {
    return (
      <div class="chart-head">
        <h2>Nothing is wrong</h2>
        <span class="meta">{plural(health.passed.length, 'check')} passed</span>
      </div>
    );
  }
  return (
    <>
      <div class="chart-head">
        <h2>{countWords(counts)}</h2>
        {counts.errors === 0 && <span class="meta">no errors</span>}
      </div>
      {shown.map((problem, i) => (
        <Problem key={`${problem.rule} ${problem.line} ${i}`} problem={problem} />
      ))}
      <MoreButton left={problems.length - shown.length} show={() => setMost(most * 4)} />
    </>
  );
}

function Problem({ problem }: { readonly problem: HealthProblem }): JSX.Element {
  const { source } = useSession();
  const { severity, message, rule, line, offset, remedy, turn } = problem;
  const { title, rest } = splitProblem(message);
  return (
    <div class="problem">
      <span class={DOTS[severity]} role="img" aria-label={severity} />
      <div>
        <h3>{title}</h3>
        <p class="place">
          {rule}
          {line > 0
            ? ` · line ${formatNumber(line)}, byte ${formatNumber(offset)}`
            : ' · the file as a whole'}
        </p>
        {rest !== '' && <p>{rest}</p>}
        {remedy !== '' && (
          <p class="remedy">
            {remedy.startsWith(NO_REMEDY) ? '' : 'Remedy: '}
            {withCommands(remedy)}
          </p>
        )}
      </div>
      <div>
        {turn !== undefined && (
          <a class="btn btn-bare" href={hrefOfSession(source.key, 'transcript', { turn, line })}>
            Show
          </a>
        )}
      </div>
    </div>
  );
}

/** Commands in a remedy are set as code. */
function withCommands(remedy: string): ComponentChildren[] {
  return remedy.split(/(clew [a-z]+ [\w-]+(?: --[\w-]+(?: [0-9][\w]*)?)*)/).map((part, i) =>
    i % 2 === 1 ? (
      <span key={i} class="code">
        {part}
      </span>
    ) : (
      part
    ),
  );
}

function countWords({ errors, warnings, notes }: HealthAnswer['counts']): string {
  const words = [
    [errors, 'error'],
    [warnings, 'warning'],
    [notes, 'note'],
  ] as const;
  return words
    .filter(([count]) => count > 0)
    .map(([count, word]) => plural(count, word))
    .join(', ');
}
