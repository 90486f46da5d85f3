import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decodeUtf8, encodeUtf8 } from './bytes.ts';

test('bytes decode as the standard decoder reads them, ASCII or not, whole or broken', () => {
  const reference = new TextDecoder('utf-8', { ignoreBOM: true });
  const ascii = fc.array(fc.integer({ min: 0, max: 127 })).map((codes) => Uint8Array.from(codes));
  const any = fc.uint8Array();
  const text = fc.string({ unit: 'binary' }).map(encodeUtf8);
  fc.assert(
    fc.property(fc.oneof(ascii, any, text), fc.nat(3), (bytes, from) => {
      const view = bytes.subarray(from);
      expect(decodeUtf8(view)).toBe(reference.decode(view));
    }),
  );
  expect(decodeUtf8(Uint8Array.from([0xef, 0xbb, 0xbf, 0x61]))).toBe('\ufeffa');
});
