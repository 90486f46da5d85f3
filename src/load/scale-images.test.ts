import { expect, test } from 'vitest';
import { Refusal } from '../base/refusal.ts';
import { loadSharp, makeScaledImages } from './scale-images.ts';

const sharp = await import('sharp').then(
  (module) => module.default,
  () => undefined,
);
const LIMIT = { side: 100, characters: 1_000_000 };

async function picture(
  format: 'png' | 'jpeg' | 'webp' | 'gif',
  width: number,
  height: number,
): Promise<string> {
  if (!sharp) throw new Error('no sharp');
  const create = { width, height, channels: 3 as const, background: '#336699' };
  return (await sharp({ create }).toFormat(format).toBuffer()).toString('base64');
}

test.skipIf(!sharp)(
  '[R6] images become as small as asked, in their own format or one that the API takes',
  async () => {
    for (const [format, mediaType] of [
      ['png', 'image/png'],
      ['jpeg', 'image/jpeg'],
      ['webp', 'image/webp'],
      ['gif', 'image/png'],
    ] as const) {
      const data = await picture(format, 400, 200);
      // What the entry claims does not count: the bytes tell what an image is.
      const scaled = (await makeScaledImages([{ data, mediaType: 'image/png' }], LIMIT)).get(data);
      expect(scaled).toMatchObject({ mediaType, width: 100, height: 50 });
      const made = await sharp?.(Buffer.from(scaled?.data ?? '', 'base64')).metadata();
      expect([made?.width, made?.height, `image/${made?.format}`]).toEqual([100, 50, mediaType]);
    }
  },
);

test.skipIf(!sharp)(
  'an image of too many characters is made to fit, if need be as a smaller JPEG',
  async () => {
    const noise = {
      width: 300,
      height: 300,
      channels: 3 as const,
      noise: { type: 'gaussian' as const, mean: 128, sigma: 60 },
    };
    const bytes = await sharp?.({ create: { ...noise, background: '#000000' } })
      .png()
      .toBuffer();
    const data = bytes?.toString('base64') ?? '';
    const limit = { side: 2000, characters: 20_000 };
    expect(data.length).toBeGreaterThan(limit.characters);
    const scaled = (await makeScaledImages([{ data, mediaType: 'image/png' }], limit)).get(data);
    expect(scaled?.mediaType).toBe('image/jpeg');
    expect(scaled?.data.length).toBeLessThanOrEqual(limit.characters);
  },
);

test.skipIf(!sharp)('bytes that no decoder takes are told apart from images that fit', async () => {
  const fitting = await picture('png', 50, 50);
  const strange = Buffer.from('no image at all').toString('base64');
  const images = [fitting, strange].map((data) => ({ data, mediaType: 'image/png' }));
  expect([...(await makeScaledImages(images, LIMIT))]).toEqual([[strange, undefined]]);
});

test('without sharp there is a sentence that says so, and only where an image needs it', async () => {
  const missing = () => loadSharp(() => Promise.reject(new Error('Cannot find package')));
  await expect(makeScaledImages([], LIMIT, missing)).resolves.toEqual(new Map());
  const refused = makeScaledImages([{ data: 'AAAA', mediaType: undefined }], LIMIT, missing);
  await expect(refused).rejects.toThrow(Refusal);
  await expect(refused).rejects.toMatchObject({
    code: 'no-sharp',
    hint: expect.stringContaining('npm install sharp'),
  });
});
