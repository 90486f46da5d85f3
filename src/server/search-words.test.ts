import { expect, test } from 'vitest';
import { readWords } from './search-words.ts';

const DAY = 86_400_000;

test('filters are read out of the words, in any place', () => {
  expect(readWords('retry project:api since:30d "401" tool:Bash', 100 * DAY)).toEqual({
    words: 'retry "401"',
    filters: [
      { name: 'project', value: 'api' },
      { name: 'since', value: '30d' },
      { name: 'tool', value: 'Bash' },
    ],
    project: 'api',
    since: 70 * DAY,
    tool: 'Bash',
  });
});

test('a quoted value may have spaces; what is no filter stays a word', () => {
  expect(readWords('branch:"my branch" foo:bar since:soon http://x', 0)).toEqual({
    words: 'foo:bar since:soon http://x',
    filters: [{ name: 'branch', value: 'my branch' }],
    branch: 'my branch',
  });
});

test('a day is one of this machine’s clock, and until takes in the whole of it, as on the command line', () => {
  const read = (text: string) => readWords(`lamp ${text}`, 0);
  expect(read('since:2026-11-14').since).toBe(new Date(2026, 10, 14).getTime());
  expect(read('until:2026-11-14').until).toBe(new Date(2026, 10, 15).getTime());
  expect(read('until:2026-11-14T10:00Z').until).toBe(Date.UTC(2026, 10, 14, 10));
  expect(read('until:2026-02-31').words).toBe('lamp until:2026-02-31');
});
