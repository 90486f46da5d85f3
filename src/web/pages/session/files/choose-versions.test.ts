import { expect, test } from 'vitest';
import type { FileVersion } from '../../../../server/api.ts';
import { chooseVersions, stepVersions } from './choose-versions.ts';

const versions: FileVersion[] = [
  { number: 1, source: 'absent', known: true },
  { number: 2, source: 'written', known: true },
  { number: 3, source: 'written', known: false },
  { number: 4, source: 'written', known: true },
];

test('the last known version is compared with the known one before it', () => {
  expect(chooseVersions(versions, {})).toEqual({ from: 2, to: 4 });
  expect(chooseVersions(versions.slice(0, 1), {})).toEqual({ from: 0, to: 1 });
  expect(chooseVersions([], {})).toBeUndefined();
});

test('the address may name any two known ones, in either order', () => {
  expect(chooseVersions(versions, { from: '1', to: '4' })).toEqual({ from: 1, to: 4 });
  expect(chooseVersions(versions, { from: '4', to: '2' })).toEqual({ from: 4, to: 2 });
  expect(chooseVersions(versions, { from: '0', to: '2' })).toEqual({ from: 0, to: 2 });
  expect(chooseVersions(versions, { from: '3', to: '99' })).toEqual({ from: 2, to: 4 });
  expect(chooseVersions(versions, { from: '4', to: '4' })).toEqual({ from: 2, to: 4 });
});

test('steps pass over what is not known and stop at the ends', () => {
  expect(stepVersions(versions, { from: 2, to: 4 }, -1)).toEqual({ from: 1, to: 2 });
  expect(stepVersions(versions, { from: 1, to: 2 }, 1)).toEqual({ from: 2, to: 4 });
  expect(stepVersions(versions, { from: 2, to: 4 }, 1)).toBeUndefined();
  expect(stepVersions(versions, { from: 0, to: 1 }, -1)).toBeUndefined();
});
