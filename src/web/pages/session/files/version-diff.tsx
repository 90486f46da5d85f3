// The difference between two versions of a file.
import type { JSX } from 'preact';
import { useCallback, useEffect, useMemo, useState } from 'preact/hooks';
import type { FileDiffAnswer } from '../../../../server/api.ts';
import { isAbort, readApi } from '../../../data/api-client.ts';
import { type DiffLine, listDiffLines } from '../../../data/diff-lines.ts';
import { formatNumber, plural } from '../../../data/format.ts';
import { LongLines } from '../../../widgets/long-lines.tsx';
import { wordsOf } from '../../../widgets/states.tsx';
import { DiffRow } from '../../../widgets/tool-bodies/diff-body.tsx';
import type { VersionPair } from './choose-versions.ts';

interface VersionDiffProps {
  readonly sessionKey: string;
  readonly path: string;
  readonly pair: VersionPair;
}

export function VersionDiff({ sessionKey, path, pair }: VersionDiffProps): JSX.Element {
  const { from, to } = pair;
  const [diff, setDiff] = useState<FileDiffAnswer>();
  const [failure, setFailure] = useState<unknown>();
  const load = useCallback(() => {
    const stop = new AbortController();
    setFailure(undefined);
    readApi('GET /api/sessions/:key/files/diff', {
      parts: { key: sessionKey },
      query: { path, from, to },
      signal: stop.signal,
    }).then(setDiff, (error) => {
      if (!isAbort(error)) setFailure(error);
    });
    return () => stop.abort();
  }, [sessionKey, path, from, to]);
  useEffect(load, [load]);
  const lines = useMemo(() => listDiffLines(diff?.hunks ?? []), [diff]);
  if (failure !== undefined) {
    const { message, hint } = wordsOf(failure);
    return (
      <p class="data diff-note" role="alert">
        {message} {hint}
      </p>
    );
  }
  if (!diff) return <div class="diff diff-waiting" aria-busy="true" />;
  return (
    <section
      aria-label={`Version ${from} and version ${to}`}
      aria-busy={diff.from !== from || diff.to !== to}
    >
      <p class="data diff-note">
        <b>
          {diff.from === 0 ? 'Nothing' : `Version ${diff.from}`} → version {diff.to}
        </b>{' '}
        {diff.added + diff.removed === 0 ? (
          'are the same'
        ) : (
          <>
            {diff.added > 0 && <span class="plus">+{formatNumber(diff.added)} </span>}
            {diff.removed > 0 && <span class="minus">−{formatNumber(diff.removed)} </span>}
            {diff.added + diff.removed === 1 ? 'line' : 'lines'}
          </>
        )}
        {diff.cut && `, the first ${plural(diff.hunks.length, 'place')} shown`}
      </p>
      {lines.length > 0 && (
        <LongLines
          key={`${path} ${diff.from} ${diff.to}`}
          className="diff"
          count={lines.length}
          all
          frame={(list) => (
            <table>
              <tbody>{list}</tbody>
            </table>
          )}
          line={(index) => <DiffRow key={index} line={lines[index] as DiffLine} />}
        />
      )}
    </section>
  );
}
