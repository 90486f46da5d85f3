// The left column of the search page: what hits are, in which tool, project and time, each with its count.
import type { JSX } from 'preact';
import type { FacetCount, SearchAnswer, SearchKind } from '../../../server/api.ts';
import { formatNumber } from '../../data/format.ts';
import { tellApart } from '../../data/project-names.ts';
import { hrefWith } from '../../data/route.ts';
import { iconOfTool } from '../../data/tool-icon.ts';
import { Icon } from '../../widgets/icon.tsx';
import { classOfKind, KIND_ICONS } from '../../widgets/search-group.tsx';

interface SearchFacetsProps {
  readonly answer: SearchAnswer | undefined;
  readonly params: Readonly<Record<string, string>>;
}

const KIND_NAMES: Readonly<Record<SearchKind, string>> = {
  prompt: 'Prompts',
  answer: 'Answers',
  thinking: 'Thinking',
  'tool-input': 'Tool calls',
  'tool-result': 'Results',
  summary: 'Summaries',
  title: 'Titles',
  other: 'Other',
};

const SHOWN = 8;

const KIND_ORDER = Object.keys(KIND_NAMES);

/** Always in the same order: while one types, nothing changes its place. */
function inKindOrder(counts: readonly FacetCount[]): readonly FacetCount[] {
  return counts.toSorted((a, b) => KIND_ORDER.indexOf(a.name) - KIND_ORDER.indexOf(b.name));
}

export function SearchFacets({ answer, params }: SearchFacetsProps): JSX.Element {
  const facets = answer?.facets;
  return (
    <nav class="side" aria-label="Narrow">
      {facets && (
        <>
          {facets.kinds.length > 0 && <h2>What</h2>}
          <ul class="facet">
            {inKindOrder(facets.kinds).map((count) => (
              <Facet key={count.name} name="kinds" count={count} params={params}>
                <span class={classOfKind(count.name)}>
                  <Icon name={KIND_ICONS[count.name as SearchKind] ?? 'clip'} />
                </span>
                {KIND_NAMES[count.name as SearchKind] ?? count.name}
              </Facet>
            ))}
          </ul>
          <FacetList title="Tool" name="tool" counts={facets.tools} params={params} icon />
          <FacetList title="Project" name="project" counts={facets.projects} params={params} />
          {(facets.anyTime > 0 || params.days !== undefined) && (
            <>
              <h2>When</h2>
              <ul class="facet">
                <When days="7" name="Last 7 days" hits={facets.last7Days} params={params} />
                <When days="30" name="Last 30 days" hits={facets.last30Days} params={params} />
                <When days={undefined} name="Any time" hits={facets.anyTime} params={params} />
              </ul>
            </>
          )}
        </>
      )}
    </nav>
  );
}

interface FacetListProps {
  readonly title: string;
  readonly name: string;
  readonly counts: readonly FacetCount[];
  readonly params: Readonly<Record<string, string>>;
  readonly icon?: boolean;
}

function FacetList({ title, name, counts, params, icon = false }: FacetListProps): JSX.Element | null {
  if (counts.length === 0) return null;
  const shown = counts.slice(0, SHOWN);
  const names = icon ? undefined : tellApart(shown.map((count) => count.name));
  return (
    <>
      <h2>{title}</h2>
      <ul class="facet">
        {shown.map((count) => (
          <Facet key={count.name} name={name} count={count} params={params}>
            {icon && (
              <span class="k-tool">
                <Icon name={iconOfTool(count.name)} />
              </span>
            )}
            <span class="one">{names?.get(count.name) ?? count.name}</span>
          </Facet>
        ))}
      </ul>
    </>
  );
}

interface FacetProps {
  readonly name: string;
  readonly count: FacetCount;
  readonly params: Readonly<Record<string, string>>;
  readonly children: JSX.Element | (JSX.Element | string | false)[];
}

function Facet({ name, count, params, children }: FacetProps): JSX.Element {
  const chosen = params[name] === count.name;
  return (
    <li>
      <a
        href={hrefWith({ [name]: chosen ? undefined : count.name })}
        aria-current={chosen ? 'true' : undefined}
        title={count.name}
      >
        {children}
        <span class="n">{formatNumber(count.hits)}</span>
      </a>
    </li>
  );
}

interface WhenProps {
  readonly days: string | undefined;
  readonly name: string;
  readonly hits: number;
  readonly params: Readonly<Record<string, string>>;
}

function When({ days, name, hits, params }: WhenProps): JSX.Element {
  return (
    <li>
      <a href={hrefWith({ days })} aria-current={params.days === days ? 'true' : undefined}>
        {name}
        <span class="n">{formatNumber(hits)}</span>
      </a>
    </li>
  );
}
