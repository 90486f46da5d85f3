// An answer of the search route, for looking at the page: the route itself is tested with the catalog.
import type { SearchAnswer, SearchHit } from '../../src/server/api.ts';
import type { AppPage } from './open-app.ts';

/** Answers every search of a page with the same hits in one session. */
export async function fakeSearch(page: AppPage, key: string): Promise<void> {
  await page.route('**/api/search?*', (route) => route.fulfill({ json: answerFor(key) }));
}

function hit(
  line: number,
  kind: SearchHit['kind'],
  snippet: string,
  more: Partial<SearchHit> = {},
): SearchHit {
  const at = snippet.indexOf('retry');
  return {
    line,
    offset: 0,
    kind,
    turn: 2,
    time: Date.now() - 9e6,
    snippet,
    marks: [[at, at + 5]],
    score: 1,
    ...more,
  };
}

function answerFor(key: string): SearchAnswer {
  return {
    query: 'retry',
    filters: [],
    words: 'retry',
    total: 22,
    sessions: 1,
    tookMs: 11,
    histogram: Array.from({ length: 40 }, (_, i) => ({ from: i, to: i + 1, hits: (i * 7) % 9 })),
    groups: [
      {
        key,
        sessionId: key,
        title: 'Fix the flaky login test',
        project: '/home/dev/api',
        projectName: 'api',
        turns: 31,
        lines: 400,
        modified: Date.now() - 7e6,
        total: 22,
        ticks: [
          { at: 0.1, kind: 'prompt' },
          { at: 0.4, kind: 'tool-result' },
          { at: 0.9, kind: 'answer' },
        ],
        hits: [
          hit(6, 'answer', 'The pool hands out a port again at once. The retry then hides it.'),
          hit(8, 'tool-input', 'npm test -- retry', { tool: 'Bash' }),
          hit(9, 'tool-result', '✗ retry 2 of 3 on port 49213'),
          hit(11, 'thinking', 'If the port is the cause then a retry must fail.'),
        ],
      },
    ],
    facets: {
      kinds: [
        { name: 'prompt', hits: 6 },
        { name: 'answer', hits: 14 },
        { name: 'tool-result', hits: 2 },
      ],
      tools: [{ name: 'Bash', hits: 8 }],
      projects: [{ name: '/home/dev/api', hits: 22 }],
      last7Days: 5,
      last30Days: 22,
      anyTime: 22,
    },
  };
}
