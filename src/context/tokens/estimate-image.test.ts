import { expect, test } from 'vitest';
import { estimateImage } from './estimate-image.ts';

function png(width: number, height: number): object {
  const bytes = new Uint8Array(33);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, 0x89504e47);
  view.setUint32(16, width);
  view.setUint32(20, height);
  return { type: 'image', source: { type: 'base64', data: btoa(String.fromCharCode(...bytes)) } };
}

function jpeg(width: number, height: number): object {
  const bytes = new Uint8Array(48);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, 0xffd8ffe0);
  view.setUint16(4, 16);
  view.setUint16(20, 0xffc0);
  view.setUint16(22, 17);
  view.setUint16(25, height);
  view.setUint16(27, width);
  return { type: 'image', source: { type: 'base64', data: btoa(String.fromCharCode(...bytes)) } };
}

const estimate = (block: object, late = false): number =>
  Math.round(estimateImage(block as never, late ? 'late' : 'early'));

test('an image weighs a token for every 750 pixels', () => {
  expect(estimate(png(750, 1000))).toBe(1000);
  expect(estimate(jpeg(300, 500))).toBe(200);
});

test('a large image is shrunk first, and newer models shrink less', () => {
  expect(estimate(png(6000, 3000))).toBe(1600);
  expect(estimate(png(6000, 3000), true)).toBe(4424);
});

test('an image whose size cannot be read weighs something all the same', () => {
  for (const data of ['', '!!!', 'AAAA', btoa('\xff\xd8\xff\xff\xff\xff\xff\xff')])
    expect(estimate({ type: 'image', source: { data } })).toBe(1200);
  expect(estimate(png(0, 10))).toBe(1200);
  expect(estimate({ type: 'image' })).toBe(1200);
});

test('a document weighs by its guessed pages', () => {
  expect(estimate({ type: 'document', source: { data: 'A'.repeat(210_000) } })).toBe(6000);
});
