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

test('long texts, which are decoded another way, come out the same, whole or broken', () => {
  const reference = new TextDecoder('utf-8', { ignoreBOM: true });
  const padding = encodeUtf8('\ufeffplain words, and one of them Søren → 🙂 '.repeat(60));
  expect(padding.length).toBeGreaterThan(2048);
  const any = fc.oneof(fc.uint8Array(), fc.string({ unit: 'binary' }).map(encodeUtf8));
  fc.assert(
    fc.property(any, fc.nat(padding.length), (bytes, at) => {
      const text = Uint8Array.from([...padding.subarray(0, at), ...bytes, ...padding.subarray(at)]);
      expect(decodeUtf8(text)).toBe(reference.decode(text));
    }),
  );
});
