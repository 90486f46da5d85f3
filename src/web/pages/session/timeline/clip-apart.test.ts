import { expect, test } from 'vitest';
import { clipApart } from './clip-apart.ts';

test('names are clipped at their end, and those that begin alike at their beginning', () => {
  expect(
    clipApart(
      [
        'Research Claude Code plan mode',
        'Research Claude Code teammates',
        'Research Beads',
        'Look into it all at once',
      ],
      16,
    ),
  ).toEqual(['…Code plan mode', '…Code teammates', 'Research Beads', 'Look into it al…']);
});

test('names that are the same stay the same; one long word is clipped inside', () => {
  expect(clipApart(['one agent for everything', 'one agent for everything'], 10)).toEqual([
    'one agent…',
    'one agent…',
  ]);
  expect(clipApart(['aaaaaaaaaaaaaaaaX', 'aaaaaaaaaaaaaaaaY'], 8)).toEqual(['…aaaaaaX', '…aaaaaaY']);
});
