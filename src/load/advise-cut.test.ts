import { expect, test } from 'vitest';
import { ERAS, type Era } from '../forge/eras.ts';
import { fileBytes, forgeSession } from '../forge/forge-session.ts';
import { parseLog } from '../log/read-log.ts';
import { buildThread } from '../session/session.ts';
import { PRESETS } from '../transform/presets.ts';
import { adviseCut, choosePreset } from './advise-cut.ts';
import { planClone } from './plan-clone.ts';

const WINDOW = 200_000;
const left = (...tokens: (number | undefined)[]) =>
  tokens.map((tokens, at) => ({ name: ['gentle', 'harsher', 'harshest'][at] as string, tokens }));

test('nothing has to go while half of the window is free', () => {
  expect(choosePreset(100_000, WINDOW, left(1, 1, 1))).toEqual({ take: 'nothing' });
});

test('the gentlest preset that frees half of the window is advised; one that is refused is passed over', () => {
  expect(choosePreset(100_001, WINDOW, left(99_000, 50_000, 10))).toMatchObject({
    name: 'gentle',
    tokens: 99_000,
  });
  expect(choosePreset(180_000, WINDOW, left(120_000, 100_000, 10))).toMatchObject({ name: 'harsher' });
  expect(choosePreset(180_000, WINDOW, left(undefined, undefined, 10))).toMatchObject({ name: 'harshest' });
});

test('where no preset is enough, the size to fit is told', () => {
  expect(choosePreset(190_000, WINDOW, left(190_000, 150_000, 100_001))).toEqual({
    take: 'fit',
    tokens: 100_000,
  });
});

test('what each preset leaves is what its plan says', () => {
  const session = forgeSession({ seed: 21, era: ERAS.at(-1) as Era, shape: ['parallel-tools', 'images'] });
  const thread = buildThread(parseLog(fileBytes(session.files[0] as (typeof session.files)[0])));
  const { presets, tokens, window, advice } = adviseCut(thread);
  expect(presets).toEqual(
    PRESETS.map(({ name, cut }) => ({
      name,
      tokens: planClone(thread, { cuts: [cut] }).context.after.total,
    })),
  );
  expect(tokens).toBe(planClone(thread, {}).context.after.total);
  expect(window).toBeGreaterThan(2 * tokens);
  expect(advice).toEqual({ take: 'nothing' });
});
