import { expect, test } from 'vitest';
import { behaviourOf, MEASURED_CLIENTS, NEWEST_CLIENT } from './client-behaviour.ts';

test('a version between two measured ones behaves as the older, one beyond the newest as the newest', () => {
  expect(behaviourOf('2.1.99')).toEqual(behaviourOf('2.1.81'));
  expect(behaviourOf('3.0.0')).toEqual(behaviourOf(NEWEST_CLIENT));
});

test('each measured client behaves unlike the one before it', () => {
  for (const [index, version] of MEASURED_CLIENTS.entries()) {
    const before = MEASURED_CLIENTS[index - 1];
    if (before !== undefined) expect(behaviourOf(version)).not.toEqual(behaviourOf(before));
  }
});
