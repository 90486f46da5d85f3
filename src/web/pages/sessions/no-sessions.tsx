// The list without anything in it: why, and what to do.
import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { SessionsAnswer } from '../../../server/api.ts';
import { readApi } from '../../data/api-client.ts';
import { plural } from '../../data/format.ts';
import { hrefOf, hrefWith } from '../../data/route.ts';
import type { SessionFilter } from '../../data/session-filter.ts';
import { Empty } from '../../widgets/states.tsx';

interface NoSessionsProps {
  readonly answer: SessionsAnswer;
  readonly filter: SessionFilter;
}

export function NoSessions({ answer, filter }: NoSessionsProps): JSX.Element {
  const all = answer.found - answer.hidden;
  if (all > 0) {
    return (
      <Empty title="No session fits">
        <p>
          {plural(all, 'session')} {all === 1 ? 'is' : 'are'} there, but none fits all that is asked for
          {filter.words === ''
            ? ''
            : `, among it the words “${filter.words}” in title, prompts, project or branch`}
          .
        </p>
        <div class="row">
          <a class="btn btn-main" href="#/sessions">
            Show all
          </a>
          {filter.words !== '' && (
            <a class="btn" href={hrefOf('search', [], { q: filter.words })}>
              Search in the text
            </a>
          )}
        </div>
      </Empty>
    );
  }
  return <NothingHere hidden={answer.hidden} />;
}

function NothingHere({ hidden }: { readonly hidden: number }): JSX.Element {
  const [homes, setHomes] = useState<readonly string[]>();
  useEffect(() => {
    readApi('GET /api/about').then(
      (about) => setHomes(about.homes.map(({ path }) => path)),
      () => undefined,
    );
  }, []);
  return (
    <Empty title="No sessions yet">
      <p>
        {homes && (
          <>
            clew looked in <span class="code">{homes.join(', ')}</span> and found nothing there.{' '}
          </>
        )}
        Start Claude Code once, or point clew at another folder.
      </p>
      <div class="row">
        {hidden > 0 && (
          <a class="btn" href={hrefWith({ all: 1 })}>
            Show {plural(hidden, 'empty file')}
          </a>
        )}
        <span class="code quiet">clew serve --home DIR</span>
      </div>
    </Empty>
  );
}
