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
