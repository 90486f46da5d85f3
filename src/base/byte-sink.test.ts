import { expect, test } from 'vitest';
import { ByteSink } from './byte-sink.ts';
import { decodeUtf8, encodeUtf8 } from './bytes.ts';

test('pieces of any size and script come out in order, chunk by chunk', () => {
  const sink = new ByteSink(16);
  const raw = encodeUtf8('0123456789');
  sink.copy(raw, 2, 5);
  sink.text('ascii');
  sink.text('é€😀');
  const first = sink.take();
  sink.text('ü'.repeat(500));
  sink.copy(raw, 0, raw.length);
  const second = sink.take();
  expect(decodeUtf8(first)).toBe('234asciié€😀');
  expect(decodeUtf8(second)).toBe(`${'ü'.repeat(500)}0123456789`);
  expect(sink.length).toBe(0);
  expect(sink.take()).toEqual(new Uint8Array(0));
});
