import { expect, test } from 'vitest';
import { slugOf, wholeSlugOf } from './slug.ts';

test('[F1] every character other than letters, digits and dashes becomes a dash', () => {
  expect(slugOf('/Users/me/my_app.x-1')).toBe('-Users-me-my-app-x-1');
  expect(slugOf('C:\\Users\\me')).toBe('C--Users-me');
});

test('[F1] a character outside the first plane becomes two dashes, as client 2.1.325 writes it', () => {
  expect(slugOf('/tmp/disk-lab/proj/my_app.x ü😀-1')).toBe('-tmp-disk-lab-proj-my-app-x-----1');
});

test('[F1] a slug of 200 characters stays whole, a longer one is cut there and ends in the hash of the path', () => {
  const whole = `/${'x'.repeat(199)}`;
  expect(slugOf(whole)).toBe(`-${'x'.repeat(199)}`);
  expect(slugOf(`${whole}x`)).toMatch(/^-x{199}-[0-9a-z]+$/);
});

test('[F1] the hash of a long path is the one clients 2.1.50, 2.1.100 and 2.1.325 wrote for it', () => {
  const path = `/tmp/disk-lab/proj/${'a'.repeat(90)}/${'b'.repeat(90)}/${'c'.repeat(90)}`;
  expect(slugOf(path)).toBe(`-tmp-disk-lab-proj-${'a'.repeat(90)}-${'b'.repeat(90)}-ku10nb`);
});

test('[F1] between 201 and 255 characters, 2.1.50 cuts the slug and clients to 2.0.64 write it whole', () => {
  const path = `/tmp/disk-lab/proj/${'a'.repeat(90)}/${'b'.repeat(90)}/${'d'.repeat(30)}`;
  const start = `-tmp-disk-lab-proj-${'a'.repeat(90)}-${'b'.repeat(90)}-`;
  expect(slugOf(path)).toBe(`${start}f3cxbb`);
  expect(wholeSlugOf(path)).toBe(`${start}${'d'.repeat(30)}`);
});
