import { expect, test } from 'vitest';
import { hrefOf, hrefOfSession, parseRoute } from './route.ts';

test('an address names page, session, tab and selection, and comes back the same', () => {
  const href = hrefOfSession('1a2b', 'transcript', { line: 1284, agent: 'a/1', branch: undefined });
  expect(href).toBe('#/session/1a2b/transcript?line=1284&agent=a%2F1');
  expect(parseRoute(href)).toEqual({
    page: 'session',
    session: '1a2b',
    tab: 'transcript',
    params: { line: '1284', agent: 'a/1' },
  });
});

test('an empty address is the list; broken escapes do not throw', () => {
  expect(parseRoute('').page).toBe('sessions');
  expect(parseRoute('#/session/%E0%A4%A').session).toBe('%E0%A4%A');
  expect(hrefOf('search', [], { q: '' })).toBe('#/search');
});
