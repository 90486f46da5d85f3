// The filter field over the list, and the three filters that are asked for most.
import type { JSX, RefObject } from 'preact';
import type { SessionFacets } from '../../../server/api.ts';
import { hrefWith, replaceRoute } from '../../data/route.ts';
import { type SessionFilter, toggleTrait } from '../../data/session-filter.ts';
import { FilterField } from '../../widgets/filter-field.tsx';

interface FilterChipsProps {
  readonly filter: SessionFilter;
  readonly facets: SessionFacets | undefined;
  readonly field: RefObject<HTMLInputElement | null>;
}

export function FilterChips({ filter, facets, field }: FilterChipsProps): JSX.Element {
  return (
    <>
      <FilterField
        field={field}
        label="Filter sessions"
        words={filter.words}
        setWords={(q) => replaceRoute(hrefWith({ q }))}
        size={6}
      />
      <Chip
        pressed={filter.traits.includes('live')}
        name="Live"
        count={facets?.traits.live}
        change={{ traits: toggleTrait(filter.traits, 'live') }}
      />
      <Chip
        pressed={filter.over150k}
        name="Over 150k"
        count={facets?.over150k}
        change={{ over: filter.over150k ? undefined : '150k' }}
      />
      <Chip
        pressed={filter.lastDays === 7}
        name="Last 7 days"
        count={facets?.last7Days}
        change={{ days: filter.lastDays === 7 ? undefined : 7 }}
      />
    </>
  );
}

interface ChipProps {
  readonly pressed: boolean;
  readonly name: string;
  readonly count: number | undefined;
  readonly change: Parameters<typeof hrefWith>[0];
}

function Chip({ pressed, name, count, change }: ChipProps): JSX.Element {
  return (
    <button type="button" class="chip" aria-pressed={pressed} onClick={() => replaceRoute(hrefWith(change))}>
      {name} <span class="n">{count ?? ''}</span>
    </button>
  );
}
