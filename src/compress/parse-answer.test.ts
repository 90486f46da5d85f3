import { expect, test } from 'vitest';
import { parseAnswer } from './parse-answer.ts';

const parse = (answer: string) => Object.fromEntries(parseAnswer(answer, 'item-ab', ['a', 'b', 'c']));

test('items are told by their numbers, whatever stands around them', () => {
  expect(parse('Sure!\n<item-ab id="2"> two </item-ab>\n<item-ab id=1 words="3">one</item-ab> done')).toEqual(
    {
      a: 'one',
      b: 'two',
    },
  );
});

test('an item without its end was cut off and is left out', () => {
  expect(parse('<item-ab id="1">one</item-ab><item-ab id="2">tw')).toEqual({ a: 'one' });
});

test('an item that was never closed does not swallow the next one', () => {
  expect(parse('<item-ab id="1">one <item-ab id="2">two</item-ab><item-ab id="3">three</item-ab>')).toEqual({
    c: 'three',
  });
});

test('unknown numbers, empty items and second copies count for nothing', () => {
  expect(
    parse(
      '<item-ab id="9">x</item-ab><item-ab id="1"> </item-ab><item-ab id="2">b</item-ab><item-ab id="2">B</item-ab>',
    ),
  ).toEqual({ b: 'b' });
});
