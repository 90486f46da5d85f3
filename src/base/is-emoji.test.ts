import { expect, test } from 'vitest';
import { isEmoji } from './is-emoji.ts';

const ALL = '^\\p{RGI_Emoji}$';
const EMOJI = new RegExp(ALL, 'v');

test('every character, alone and with each sign that may follow it, is what Unicode says', () => {
  const wrong: string[] = [];
  // Beyond them there are no emoji.
  for (let code = 0; code <= 0x1ffff; code++) {
    const character = String.fromCodePoint(code);
    for (const cluster of [character, `${character}\ufe0f`, `${character}\ufe0f\u20e3`])
      if (isEmoji(cluster) !== EMOJI.test(cluster)) wrong.push(cluster);
  }
  expect(wrong).toEqual([]);
});

test('sequences are what Unicode says: flags, skins, families, tags, and what is none', () => {
  const clusters = [
    '🇩🇪',
    '🇩',
    '🇩🇩',
    '👍🏽',
    '👩‍👩‍👧',
    '❤️‍🔥',
    '🏴󠁧󠁢󠁥󠁮󠁧󠁿',
    '✅✅',
    '✅a',
    '1️⃣',
    '1️',
    'é️',
    '☺',
    '☺️',
    '',
  ];
  expect(clusters.filter(isEmoji)).toEqual(clusters.filter((cluster) => EMOJI.test(cluster)));
  expect(clusters.filter(isEmoji)).toHaveLength(7);
});
