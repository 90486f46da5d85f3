// Under the filtered list: where the same words stand in the text of sessions.
import '../../styles/search.css';
import '../../styles/search-app.css';
import type { JSX } from 'preact';
import { plural } from '../../data/format.ts';
import { hrefOf } from '../../data/route.ts';
import { useSearch } from '../../data/search.ts';
import { SearchGroup } from '../../widgets/search-group.tsx';

const SHOWN = 6;

export function TextHits({ words }: { readonly words: string }): JSX.Element | null {
  const long = words.trim().length > 1;
  const { answer } = useSearch(long ? { q: words.trim(), limit: SHOWN, perSession: 3 } : undefined);
  if (!answer || answer.total === 0) return null;
  return (
    <section class="text-hits" aria-label="In the text">
      <p class="data quiet">
        <b class="k-asst">{plural(answer.total, 'hit')}</b> in the text of{' '}
        {plural(answer.sessions, 'session')}. <a href={hrefOf('search', [], { q: words })}>Search page</a>
      </p>
      {answer.groups.map((group) => (
        <SearchGroup key={group.key} group={group} words={words} />
      ))}
    </section>
  );
}
