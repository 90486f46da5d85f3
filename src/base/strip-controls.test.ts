import { describe, expect, test } from 'vitest';
import { growthOf, NOT_QUADRATIC } from './growth.fixture.ts';
import { stripControls, stripToLine } from './strip-controls.ts';

describe('stripControls', () => {
  test.each([
    ['colours', '\u001b[1;31mred\u001b[0m', 'red'],
    ['cursor moves and clearing', 'a\u001b[2J\u001b[Hb\u001b[10;5Hc', 'abc'],
    ['a title by OSC, ended by BEL or ST', '\u001b]0;evil\u0007x\u001b]8;;http://e\u001b\\link', 'xlink'],
    ['the single-character C1 forms', '\u009b31mred\u009d0;evil\u009c.', 'red.'],
    ['an OSC that never ends', 'a\u001b]0;evil', 'a0;evil'],
    ['device control and short escapes', '\u001bP1$r\u001b\\\u001bc\u001b(Bok', 'ok'],
    ['carriage return, backspace, bell, NUL, DEL', 'safe\rE\bV\u0007\u0000\u007f', 'safeEV'],
    ['marks that reorder text', 'a\u202egnp.exe\u2066b', 'agnp.exeb'],
    ['a lone ESC at the end', 'x\u001b', 'x'],
  ])('removes %s', (_, text, expected) => {
    expect(stripControls(text)).toBe(expected);
  });

  test('leaves newlines, tabs and all other letters', () => {
    expect(stripControls('a\tb\nç 漢字 👩‍👩‍👧 é')).toBe('a\tb\nç 漢字 👩‍👩‍👧 é');
  });

  test('takes linear time on many openings without an end', () => {
    for (const opening of ['\u001b]', '\u009d', '\u001b[', '\u009b1;'])
      expect(growthOf(25_000, (size) => stripControls(opening.repeat(size)))).toBeLessThan(NOT_QUADRATIC);
  });
});

test('stripToLine keeps to one line', () => {
  expect(stripToLine('a\n\n\tb\u001b[31m')).toBe('a b');
  expect(stripToLine('a\rb\u2028c\u0085d\r\ne')).toBe('a b c d e');
});
