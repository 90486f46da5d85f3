// Mending: every change shown first if asked, then a copy under a new id. The session itself is never written from here.
import type { ComponentChildren, JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { HealthAnswer, RepairAnswer } from '../../../../server/api.ts';
import { writeApi } from '../../../data/api-client.ts';
import { copyText } from '../../../data/copy-text.ts';
import { formatNumber } from '../../../data/format.ts';
import { hrefOfSession } from '../../../data/route.ts';
import { useSession } from '../../../data/session-context.ts';
import { Icon } from '../../../widgets/icon.tsx';
import { MoreButton } from '../../../widgets/more-button.tsx';
import { wordsOf } from '../../../widgets/states.tsx';

/** Changes that are listed at first. */
const SHOWN = 100;

export function MendPanel({ health }: { readonly health: HealthAnswer }): JSX.Element | null {
  const { source } = useSession();
  const [answer, setAnswer] = useState<RepairAnswer>();
  const [failure, setFailure] = useState<unknown>();
  const [busy, setBusy] = useState(false);
  const mendable = health.problems.filter((problem) => problem.mendable).length;
  if (mendable === 0) return null;
  const run = (dryRun: boolean) => {
    setBusy(true);
    setFailure(undefined);
    writeApi('POST /api/sessions/:key/repair', { key: source.key }, { dryRun })
      .then(setAnswer, setFailure)
      .finally(() => setBusy(false));
  };
  const clone = answer && !answer.dryRun ? answer.clone : undefined;
  return (
    <section aria-label="Mend">
      <div class="health-doing">
        {clone ? (
          <button
            type="button"
            class="btn btn-main btn-big"
            onClick={() => void copyText(clone.resumeCommand, 'Resume command')}
          >
            <Icon name="copy" />
            {clone.resumeCommand}
          </button>
        ) : (
          <button type="button" class="btn btn-main btn-big" disabled={busy} onClick={() => run(false)}>
            <Icon name="mend" />
            {`Mend ${mendable === 1 ? 'it' : mendable === 2 ? 'both' : `all ${formatNumber(mendable)}`} into a copy`}
          </button>
        )}
        {clone ? (
          <a class="btn btn-big" href={hrefOfSession(clone.key)}>
            Open the copy
          </a>
        ) : (
          <button type="button" class="btn btn-big" disabled={busy} onClick={() => run(true)}>
            See every change first
          </button>
        )}
      </div>
      <div role="status">
        {failure !== undefined && <p class="remedy">{wordsOf(failure).message} Nothing was written.</p>}
        {answer && <Changes answer={answer} />}
      </div>
      <p class="meta">
        The copy gets a new session id. To mend the file itself, use{' '}
        <span class="code">{health.inPlaceCommand}</span>; it keeps a backup.
      </p>
    </section>
  );
}

function Changes({ answer }: { readonly answer: RepairAnswer }): JSX.Element {
  const { mended, before, after, dryRun } = answer;
  const [most, setMost] = useState(SHOWN);
  return (
    <div class="health-changes">
      <p>
        {dryRun ? 'Nothing was written yet. ' : 'The copy is there. '}
        {formatNumber(before.loads)} of {formatNumber(before.of)} messages{' '}
        {dryRun ? 'would become' : 'became'} {formatNumber(after.loads)} of {formatNumber(after.of)}.
      </p>
      <ol>
        {mended.slice(0, most).map(({ kind, line, sentence }, i) => (
          <li key={`${kind} ${line} ${i}`}>
            {line === undefined || sentence.startsWith('Line ') ? '' : `Line ${formatNumber(line)}: `}
            {withShortIds(sentence)}
          </li>
        ))}
      </ol>
      <MoreButton left={mended.length - most} show={() => setMost(most * 4)} />
    </div>
  );
}

/** An entry's id is known by its beginning; all of it is told where one points. */
function withShortIds(sentence: string): ComponentChildren[] {
  return sentence.split(/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})/).map((part, i) =>
    i % 2 === 1 ? (
      <span key={i} class="code" title={part}>
        {part.slice(0, 8)}
      </span>
    ) : (
      part
    ),
  );
}
