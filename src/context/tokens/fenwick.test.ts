import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Fenwick } from './fenwick.ts';

test('finds the element that a running total falls into, as a walk over the list would', () => {
  const lists = fc.array(fc.nat({ max: 9 }), { minLength: 1, maxLength: 40 });
  fc.assert(
    fc.property(lists, fc.nat({ max: 200 }), fc.nat({ max: 39 }), (list, amount, change) => {
      const sums = new Fenwick(list.length);
      const values = [...list];
      for (const [i, value] of list.entries()) sums.add(i, value);
      const at = change % list.length;
      sums.add(at, -(values[at] as number));
      values[at] = 0;
      let sum = 0;
      const walked = values.findIndex((value) => {
        sum += value;
        return sum > amount;
      });
      expect(sums.find(amount)).toBe(walked < 0 ? undefined : walked);
    }),
  );
});
