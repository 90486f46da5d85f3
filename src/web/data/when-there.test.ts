import { signal } from '@preact/signals';
import { expect, test } from 'vitest';
import { whenThere } from './when-there.ts';

test('a value is waited for, and the first that comes is taken', async () => {
  const turns = signal<number | undefined>(undefined);
  const waiting = whenThere(turns);
  await Promise.resolve();
  turns.value = 3;
  turns.value = 4;
  expect(await waiting).toBe(3);
  expect(await whenThere(turns)).toBe(4);
});
