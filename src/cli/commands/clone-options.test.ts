import { expect, test } from 'vitest';
import type { FlagValues } from '../command.ts';
import { readCuts } from './clone-options.ts';

const cutsOf = (flags: FlagValues) => readCuts({ args: [], flags, homes: [], json: false, quiet: false });

test('to keep the tool calls, as is usual, changes nothing of what else is asked for', () => {
  const half = { thinking: 'remove', oldest: '50%' };
  expect(cutsOf(half)).toEqual([{ removeThinking: { kind: 'oldest', share: 0.5 } }]);
  expect(cutsOf({ ...half, tools: 'keep' })).toEqual(cutsOf(half));
});

test('beside a cut of calls the choice of turns is of the calls, and all thinking goes', () => {
  expect(cutsOf({ thinking: 'remove', oldest: '50%', tools: 'remove' })).toEqual([
    {
      removeCalls: { reach: { kind: 'oldest', share: 0.5 }, markers: false },
      removeThinking: { kind: 'all' },
    },
  ]);
});
