import { expect, test } from 'vitest';
import { ERAS, type Era } from '../forge/eras.ts';
import { fileBytes, forgeSession } from '../forge/forge-session.ts';
import { parseLog } from '../log/read-log.ts';
import { buildThread } from '../session/session.ts';
import { PRESETS } from '../transform/presets.ts';
import { adviseCut, choosePreset } from './advise-cut.ts';
import { planClone } from './plan-clone.ts';

const WINDOW = 200_000;
const [gentle, harsher, harshest] = PRESETS.map(({ name }) => name);

/** What each preset leaves, in order; and which were asked. */
function leaving(...tokens: (number | undefined)[]) {
  const asked: string[] = [];
  const weigh = ({ name }: { readonly name: string }) => {
    asked.push(name);
    return tokens[asked.length - 1];
  };
  return { asked, weigh };
}

test('nothing has to go while half of the window is free, and no preset is planned to know it', () => {
  const { asked, weigh } = leaving(1);
  expect(choosePreset(100_000, WINDOW, weigh)).toEqual({ take: 'nothing' });
  expect(asked).toEqual([]);
});

test('the gentlest preset that frees half of the window is advised, and none beyond it planned', () => {
  const first = leaving(99_000);
  const advice = choosePreset(100_001, WINDOW, first.weigh);
  expect(advice).toEqual({ take: 'preset', name: gentle, tokens: 99_000 });
  expect(first.asked).toEqual([gentle]);
  const second = leaving(120_000, 100_000);
  expect(choosePreset(180_000, WINDOW, second.weigh)).toMatchObject({ name: harsher });
  expect(second.asked).toEqual([gentle, harsher]);
});

test('a preset that is refused is passed over', () => {
  const { weigh } = leaving(undefined, undefined, 10);
  expect(choosePreset(180_000, WINDOW, weigh)).toMatchObject({ name: harshest, tokens: 10 });
});

test('where no preset is enough, the size to fit is told', () => {
  const { weigh } = leaving(190_000, 150_000, 100_001, undefined);
  expect(choosePreset(190_000, WINDOW, weigh)).toEqual({ take: 'fit', tokens: 100_000 });
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
