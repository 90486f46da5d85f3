import { expect, test } from 'vitest';
import { encodeUtf8 } from '../../base/bytes.ts';
import { growthOf, NOT_QUADRATIC } from '../../base/growth.fixture.ts';
import { parseLog } from '../../log/read-log.ts';
import { entry, prompt, says, text } from './mend.fixture.ts';
import { mendLinks } from './mend-links.ts';
import { startMending } from './mended-line.ts';

function strangers(size: number): Uint8Array {
  const chain = Array.from({ length: size }, (_, n) => entry('wonder', `w${n + 1}`, n ? `w${n}` : 'p1', {}));
  return encodeUtf8(text(prompt('p1', null), ...chain, says('a1', `w${size}`)));
}

test('[R4] behind any number of entries that clients do not know, all hang on the nearest that they know', () => {
  const { lines } = mendLinks(startMending(parseLog(strangers(5))));
  expect(lines.map(({ value }) => value?.parentUuid)).toEqual([null, 'p1', 'p1', 'p1', 'p1', 'p1', 'p1']);
});

test('eight times as many of them take about eight times as long', () => {
  const logs = new Map([1000, 8000].map((size) => [size, startMending(parseLog(strangers(size)))]));
  expect(growthOf(1000, (size) => mendLinks(logs.get(size) ?? []))).toBeLessThan(NOT_QUADRATIC);
});
