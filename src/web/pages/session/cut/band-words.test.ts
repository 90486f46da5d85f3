import { expect, test } from 'vitest';
import { BAND_PRESETS } from '../../../../transform/compress-bands.ts';
import { BAND_WORDS } from './band-words.ts';

test('the page names the ways to shorten that the library knows, in its words', () => {
  const known = BAND_PRESETS.map(({ name, sentence }) => [name, `${sentence}.`]);
  expect(
    BAND_WORDS.map(({ name, sentence }) => [name, sentence.replace(/^./, (c) => c.toLowerCase())]),
  ).toEqual(known);
});
