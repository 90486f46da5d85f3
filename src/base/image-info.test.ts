import { expect, test } from 'vitest';
import { describeImage, readImageInfo } from './image-info.ts';

function image(mediaType: string, bytes: readonly number[]): string {
  const data = btoa(String.fromCharCode(...bytes));
  return describeImage(
    readImageInfo({ type: 'image', source: { type: 'base64', media_type: mediaType, data } }),
  );
}

test('dimensions of PNG, GIF, JPEG and WebP come from their first bytes', () => {
  const png = [
    0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 0, 0, 13, 73, 72, 68, 82, 0, 0, 2, 128, 0, 0, 1, 224,
  ];
  expect(image('image/png', png)).toBe('image png 640×480, 24 bytes');
  expect(image('image/gif', [0x47, 0x49, 0x46, 0x38, 0x39, 0x61, 10, 0, 20, 0])).toBe(
    'image gif 10×20, 10 bytes',
  );
  const jpeg = [0xff, 0xd8, 0xff, 0xe0, 0, 4, 0, 0, 0xff, 0xc0, 0, 17, 8, 0, 100, 0, 200, 3];
  expect(image('image/jpeg', jpeg)).toBe('image jpeg 200×100, 18 bytes');
  const webp = [...'RIFF....WEBPVP8X'].map((c) => c.charCodeAt(0));
  expect(image('image/webp', [...webp, 10, 0, 0, 0, 0, 0, 0, 0, 99, 0, 0, 49, 0, 0])).toBe(
    'image webp 100×50, 30 bytes',
  );
});

test('images without data, with broken data or cut off say what is known', () => {
  expect(describeImage(readImageInfo({ type: 'image' }))).toBe('image');
  expect(image('image/jpeg', [0xff, 0xd8, 0xff])).toBe('image jpeg, 3 bytes');
  const broken = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: '%%%%' } };
  expect(describeImage(readImageInfo(broken))).toBe('image png, 3 bytes');
  const pdf = { type: 'document', source: { type: 'base64', media_type: 'application/pdf', data: 'AAAA' } };
  expect(describeImage(readImageInfo(pdf))).toBe('document pdf, 3 bytes');
});
