import { describe, expect, test } from 'vitest';
import { growthOf, NOT_QUADRATIC } from '../../base/growth.fixture.ts';
import { safeOutput, safeText } from './safe-text.ts';

describe('safeOutput', () => {
  test('writes known colours again and closes them on each line', () => {
    expect(safeOutput('\u001b[31mred\u001b[0m\nx \u001b[1;38;5;200mpink', true)).toBe(
      '\u001b[31mred\u001b[0m\nx \u001b[1;38;5;200mpink\u001b[0m',
    );
  });

  test.each([
    ['concealed, blinking and inverse text', '\u001b[8mhidden\u001b[5;7m!', 'hidden!'],
    ['colours of 24 bits, whose numbers are no codes', '\u001b[38;2;31;31;31mx', 'x'],
    ['a colour index that is none', '\u001b[38;5;999mx', 'x'],
    ['cursor moves and links between colours', '\u001b[2Ja\u001b]8;;http://e\u0007b\u001b[10;10H', 'ab'],
    ['the one-character form of a colour', '\u009b31mx', 'x'],
  ])('leaves out %s', (_, text, expected) => {
    expect(safeOutput(text, true)).toBe(expected);
  });

  test('without colour nothing of them is left', () => {
    expect(safeOutput('\u001b[31mred\u001b[0m', false)).toBe('red');
  });

  test('of a line that was written over, the last state is shown', () => {
    expect(safeOutput('10%\r50%\r100%\r\nnext', false)).toBe('100%\nnext');
    expect(safeOutput('10%\r100%\r\r', false)).toBe('100%');
    expect(safeOutput('a\r\n\r\n\rb', false)).toBe('a\n\nb');
  });

  test('lines that were written over cost no square of their length', () => {
    expect(growthOf(4000, (size) => safeOutput(`\r${'a'.repeat(size)}`, false))).toBeLessThan(NOT_QUADRATIC);
    expect(growthOf(4000, (size) => safeOutput(`${'\r'.repeat(size)}a`, false))).toBeLessThan(NOT_QUADRATIC);
  });
});

test('safeText turns tabs into spaces, so that widths can be measured', () => {
  expect(safeText('a\tb')).toBe('a    b');
});
