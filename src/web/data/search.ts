// Full-text search as it is typed: the newest question wins, the answer before it stays until the next is there.
import { useEffect, useState } from 'preact/hooks';
import type { SearchAnswer, SearchQuery } from '../../server/api.ts';
import { isAbort, readApi } from './api-client.ts';

export interface SearchState {
  readonly answer: SearchAnswer | undefined;
  readonly failure: unknown;
  readonly busy: boolean;
}

const TYPING_MS = 120;

export function useSearch(query: SearchQuery | undefined): SearchState {
  const [state, setState] = useState<SearchState>({ answer: undefined, failure: undefined, busy: false });
  const wanted = query && JSON.stringify(query);
  useEffect(() => {
    if (!query) {
      setState({ answer: undefined, failure: undefined, busy: false });
      return undefined;
    }
    const stop = new AbortController();
    setState((before) => ({ ...before, busy: true }));
    const wait = setTimeout(() => {
      readApi('GET /api/search', { query, signal: stop.signal }).then(
        (answer) => setState({ answer, failure: undefined, busy: false }),
        (failure) => {
          if (!isAbort(failure)) setState({ answer: undefined, failure, busy: false });
        },
      );
    }, TYPING_MS);
    return () => {
      clearTimeout(wait);
      stop.abort();
    };
  }, [wanted]);
  return state;
}
