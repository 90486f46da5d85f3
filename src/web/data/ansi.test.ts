import { expect, test } from 'vitest';
import { parseAnsi } from './ansi.ts';

const flat = (text: string) =>
  parseAnsi(text).map((line) => line.map((span) => `${span.className}|${span.text}`));

test('colours and weight become classes, and last over a line break until they are taken back', () => {
  expect(flat('a \u001b[31mred\nstill\u001b[0m no')).toEqual([
    ['|a ', 'a-r|red'],
    ['a-r|still', '| no'],
  ]);
  expect(flat('\u001b[1;32mok\u001b[22m thin')).toEqual([['a-g a-B|ok', 'a-g| thin']]);
});

test('256 colours and true colours become the one of ours with their hue; backgrounds are dropped', () => {
  expect(flat('\u001b[38;5;196mx')).toEqual([['a-r|x']]);
  expect(flat('\u001b[38;2;40;200;60mx')).toEqual([['a-g|x']]);
  expect(flat('\u001b[48;2;255;0;0;1mx')).toEqual([['a-B|x']]);
  expect(flat('\u001b[90mx')).toEqual([['a-d|x']]);
});

test('of a line that was written over, what stood there last is shown', () => {
  expect(flat('10%\r50%\r100%\ndone\r\n')).toEqual([['|100%'], ['|done'], []]);
});

test('links, titles, cursor movements and bidi marks are gone', () => {
  expect(flat('\u001b]8;;javascript:alert(1)\u0007here\u001b]8;;\u0007')).toEqual([['|here']]);
  expect(flat('\u001b[2J\u001b[Hx\u202eevil')).toEqual([['|xevil']]);
});
