// Search over all sessions: where did this happen?
import '../styles/search.css';
import '../styles/search-app.css';
import type { JSX } from 'preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { lastPart } from '../../base/last-part.ts';
import type { SearchGroup as Group, SearchAnswer, SearchHit, SearchQuery } from '../../server/api.ts';
import { formatNumber, plural } from '../data/format.ts';
import { useKeys } from '../data/keys.ts';
import { goTo, hrefWith, replaceRoute, route } from '../data/route.ts';
import { type SearchState, useSearch } from '../data/search.ts';
import { Icon } from '../widgets/icon.tsx';
import { MoreButton } from '../widgets/more-button.tsx';
import { hrefOfHit, SearchGroup } from '../widgets/search-group.tsx';
import { Empty, Failure } from '../widgets/states.tsx';
import { HitPreview } from './search/hit-preview.tsx';
import { SearchFacets } from './search/search-facets.tsx';

const DAY_MS = 86_400_000;
/** So many sessions are shown at first, and at the most. */
const SESSIONS = 20;
const MOST_SESSIONS = 320;

export function SearchPage(): JSX.Element {
  const { params } = route.value;
  const asked = useMemo(() => readQuery(params), [params]);
  const question = JSON.stringify(asked);
  const [most, setMost] = useState<{ readonly of: string | undefined; readonly sessions: number }>();
  // Another question begins with its first sessions again.
  const limit = most && most.of === question ? most.sessions : SESSIONS;
  const query = useMemo(() => asked && { ...asked, limit }, [asked, limit]);
  const state = useSearch(query);
  const { answer } = state;
  const field = useRef<HTMLInputElement>(null);
  const hits = useMemo(() => listHits(answer), [answer]);
  const [at, setAt] = useState(0);
  useEffect(() => setAt(0), [question]);
  // Who comes with words, from a link or back from a hit, goes on with the hits.
  useEffect(() => {
    if (!query) field.current?.focus();
  }, []);
  const isWaiting = query !== undefined && !answer && state.failure === undefined;
  const selected = hits[Math.min(at, hits.length - 1)];
  const move = (step: number) => {
    const next = Math.max(0, Math.min(hits.length - 1, at + step));
    setAt(next);
    // Enter opens what has the focus: it goes along.
    const hit = document.querySelectorAll<HTMLElement>('.hit')[next];
    hit?.focus({ preventScroll: true });
    hit?.scrollIntoView({ block: 'nearest' });
  };
  useKeys('Search', [
    { key: '/', title: 'To the search field', run: () => field.current?.select() },
    { key: 'j', title: 'Next hit', run: () => move(1) },
    { key: 'k', title: 'Previous hit', run: () => move(-1) },
    {
      key: 'Enter',
      title: 'Open the hit',
      run: () => selected && goTo(hrefOfHit(selected.group, selected.hit)),
    },
    { key: 'Escape', title: 'Leave the field', run: () => field.current?.blur() },
  ]);
  return (
    <main class="search" id="main">
      <SearchFacets answer={answer} params={params} />
      <section class="results" aria-label="Results" aria-busy={isWaiting || undefined}>
        <h1 class="vh">Search</h1>
        <div class="qbox">
          <Icon name="search" />
          <Tokens params={params} />
          <input
            ref={field}
            aria-label="Search"
            placeholder="Words in any order, “phrases”, beginnings*"
            value={params.q ?? ''}
            onInput={(event) => replaceRoute(hrefWith({ q: event.currentTarget.value }))}
            onKeyDown={(event) => {
              if (event.key !== 'Enter' && event.key !== 'ArrowDown') return;
              event.currentTarget.blur();
              document.querySelector<HTMLElement>('.hit')?.focus();
              event.preventDefault();
            }}
          />
          <kbd>/</kbd>
        </div>
        <Results
          state={state}
          asked={query !== undefined}
          words={params.q ?? ''}
          selected={selected?.hit}
          select={(hit) => setAt(hits.findIndex((one) => one.hit === hit))}
          limit={limit}
          showMore={() => setMost({ of: question, sessions: Math.min(MOST_SESSIONS, limit * 4) })}
        />
      </section>
      <HitPreview group={selected?.group} hit={selected?.hit} words={answer?.words ?? ''} />
    </main>
  );
}

interface ResultsProps {
  readonly state: SearchState;
  readonly asked: boolean;
  readonly words: string;
  readonly selected: SearchHit | undefined;
  readonly select: (hit: SearchHit) => void;
  /** How many sessions were asked for. */
  readonly limit: number;
  readonly showMore: () => void;
}

function Results({
  state,
  asked,
  words,
  selected,
  select,
  limit,
  showMore,
}: ResultsProps): JSX.Element | null {
  const { answer, failure } = state;
  if (failure !== undefined) return <Failure error={failure} title="The search did not work" />;
  if (!asked) {
    return (
      <Empty title="What are you looking for?">
        <p>
          clew searches prompts, answers, thinking, tool calls and their results in all sessions. Words may
          come in any order; <span class="code">"a phrase"</span> stays together,{' '}
          <span class="code">retr*</span> is a beginning, and{' '}
          <span class="code">project:api since:30d tool:Bash</span> narrow it.
        </p>
      </Empty>
    );
  }
  if (!answer) return <Waiting />;
  if (answer.total === 0) {
    return (
      <Empty title={`Nothing found for “${answer.query}”`}>
        <p>Fewer words, or the beginning of one with a star, find more.</p>
      </Empty>
    );
  }
  return (
    <>
      <div class="res-head" role="status">
        <span>
          <b class="k-asst">{plural(answer.total, 'hit')}</b> in {plural(answer.sessions, 'session')},{' '}
          {formatNumber(Math.max(1, Math.round(answer.tookMs)))} ms. Any order; quotes for a phrase,{' '}
          <span class="code">retr*</span> for a beginning.
        </span>
        <Histogram answer={answer} />
      </div>
      {answer.groups.map((group) => (
        <SearchGroup key={group.key} group={group} words={words} selected={selected} select={select} />
      ))}
      {answer.groups.length === limit && limit < MOST_SESSIONS && (
        <MoreButton left={answer.sessions - limit} show={showMore} />
      )}
    </>
  );
}

/** The shape of hits that are still on their way. */
function Waiting(): JSX.Element {
  return (
    <div class="waiting loading" aria-hidden="true">
      {[34, 88, 76, 92, 41, 83, 67].map((width) => (
        <span key={width} class="ghost" style={{ width: `${width}%` }} />
      ))}
    </div>
  );
}

function Histogram({ answer }: { readonly answer: SearchAnswer }): JSX.Element | null {
  const { histogram } = answer;
  if (histogram.length < 2) return null;
  const most = Math.max(...histogram.map(({ hits }) => hits));
  const step = 240 / histogram.length;
  return (
    <svg class="hist" viewBox="0 0 240 28" role="img" aria-label="Hits over time">
      {histogram.map(({ from, hits }, i) => {
        const height = hits === 0 ? 1 : Math.max(1.6, (hits / most) * 24);
        return (
          <rect
            key={from}
            x={i * step}
            y={hits === 0 ? 27 : 27 - height}
            width={Math.max(1, step - 2)}
            height={height}
            style={{ fill: 'var(--q-3)' }}
          />
        );
      })}
      <path d="M0 27.500H240" style={{ stroke: 'var(--hair)' }} />
    </svg>
  );
}

function Tokens({ params }: { readonly params: Readonly<Record<string, string>> }): JSX.Element {
  const names = ['project', 'tool', 'kinds', 'days', 'session'].filter((name) => params[name]);
  return (
    <>
      {names.map((name) => (
        <button
          key={name}
          type="button"
          class="token"
          aria-label={`Without ${name} ${params[name]}`}
          onClick={() => replaceRoute(hrefWith({ [name]: undefined }))}
        >
          {tokenWords(name, params[name] ?? '')}
          <Icon name="close" />
        </button>
      ))}
    </>
  );
}

function tokenWords(name: string, value: string): string {
  if (name === 'days') return `since:${value}d`;
  if (name === 'kinds') return `kind:${value}`;
  if (name === 'session') return `session:${value.slice(0, 8)}`;
  return `${name}:${name === 'project' ? lastPart(value) : value}`;
}

function readQuery(params: Readonly<Record<string, string>>): SearchQuery | undefined {
  const q = params.q?.trim() ?? '';
  if (q === '') return undefined;
  const days = Number(params.days);
  const hour = Math.floor(Date.now() / 3_600_000) * 3_600_000;
  return {
    q,
    perSession: params.session ? 200 : 4,
    ...(params.project ? { project: params.project } : {}),
    ...(params.tool ? { tool: params.tool } : {}),
    ...(params.kinds ? { kinds: params.kinds } : {}),
    ...(params.session ? { session: params.session } : {}),
    ...(days > 0 ? { since: hour - days * DAY_MS } : {}),
  };
}

function listHits(answer: SearchAnswer | undefined): { readonly group: Group; readonly hit: SearchHit }[] {
  return answer?.groups.flatMap((group) => group.hits.map((hit) => ({ group, hit }))) ?? [];
}
