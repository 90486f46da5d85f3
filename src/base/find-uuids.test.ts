import { expect, test } from 'vitest';
import { decodeUtf8, encodeUtf8 } from './bytes.ts';
import { findUuids, UUID_BYTES } from './find-uuids.ts';

const A = '0f8fad5b-d9cb-469f-a165-70867728950e';
const B = '7c9e6679-7425-40de-944b-e07fc1f90ae7';

function uuidsIn(text: string): string[] {
  const bytes = encodeUtf8(text);
  return findUuids(bytes, 0, bytes.length).map((at) => decodeUtf8(bytes.subarray(at, at + UUID_BYTES)));
}

test('each uuid that is a value is found, wherever it begins', () => {
  for (let shift = 0; shift < 9; shift++) {
    const text = JSON.stringify({ ['x'.repeat(shift)]: A, list: [B, A], deep: { er: B } });
    expect(uuidsIn(text)).toEqual([A, B, A, B]);
  }
});

test('what merely contains a uuid, a name of a field and other spellings are none', () => {
  const others = [
    `${A}!`,
    `see "${A}"`,
    `"${A}`,
    A.toUpperCase(),
    A.replaceAll('-', '_'),
    `${A.slice(1)}g`,
    '--------',
  ];
  expect(uuidsIn(JSON.stringify({ others, [A]: 1, ends: `\\"${A}` }))).toEqual([]);
  expect(uuidsIn(`{"${A}" : "${B}"}`)).toEqual([B]);
});

test('dashes before and behind do not hide it', () => {
  expect(uuidsIn(JSON.stringify(['-----', A, '----', '-', B, '---------']))).toEqual([A, B]);
});
